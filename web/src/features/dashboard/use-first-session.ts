import { useState } from 'react'
import { joinedAt } from '../../data/dashboard/joined-at.ts'
import { keepLastCopy, readLastCopy } from '../../lib/last-copy.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { isNew } from './first-steps.ts'

const NOTE = 'first-session-hidden'

/** Whether the first session of a member may be shown: in the first days, and until it is hidden on this device. */
export function useFirstSession(userId: string): { may: boolean; hide: () => void } {
  const [may, setMay] = useState(
    () => isNew(joinedAt(userId), new Date(serverNow())) && !readLastCopy<never>(NOTE, userId),
  )
  const hide = () => {
    keepLastCopy(NOTE, userId, { data: [], readAt: Date.now() })
    setMay(false)
  }
  return { may, hide }
}
