import { useEffect, useState } from 'react'
import { useToast } from '../../components/feedback/toast.tsx'
import { useHideFirstSessionMutation } from '../../data/dashboard/first-session-hide-mutation.ts'
import { joinedAt } from '../../data/dashboard/joined-at.ts'
import { bannerText } from '../../lib/failure-text.ts'
import { keepLastCopy, readLastCopy } from '../../lib/last-copy.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { isNew } from './first-steps.ts'

const NOTE = 'first-session-hidden'

/**
 * Whether the first session of a member may be shown, as far as this device knows: in the first days, and until it is
 * hidden. The device notes that it is, so that the next visit reserves no space for it.
 * @param isOver whether the member's figures, once they are there, have no first session any more.
 */
export function useFirstSession(userId: string, isOver: boolean): { may: boolean; hide: () => void } {
  const [may, setMay] = useState(
    () => isNew(joinedAt(userId), new Date(serverNow())) && !readLastCopy<never>(NOTE, userId),
  )
  const { mutate } = useHideFirstSessionMutation(userId)
  const toast = useToast()
  useEffect(() => {
    if (may && isOver) keepLastCopy(NOTE, userId, { data: [], readAt: Date.now() })
  }, [may, isOver, userId])
  const hide = () => {
    setMay(false)
    mutate(undefined, {
      onSuccess: () => keepLastCopy(NOTE, userId, { data: [], readAt: Date.now() }),
      onError: (error) => {
        setMay(true)
        toast(bannerText('saveSettings', error), true)
      },
    })
  }
  return { may, hide }
}
