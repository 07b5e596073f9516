import { type ComponentType, useEffect, useState } from 'react'
import { useOwnRealtime } from '../data/auth/realtime.ts'
import { useLiveRealtime } from '../data/live/realtime.ts'
import { useNoticesRealtime } from '../data/notifications/realtime.ts'
import { keepTimeZone } from '../data/notifications/time-zone.ts'
import { whenIdle } from '../lib/when-idle.ts'

export { Bell } from '../features/notifications/components/bell.tsx'

/** Live changes that every page of a member follows: the member's own data, the active video
 * and notifications for all; the push messages and the time zone of this browser; and the catches that wait on it. Renders
 * nothing. */
export function MemberLive({ userId }: { userId: string }) {
  useOwnRealtime(userId)
  useLiveRealtime()
  useNoticesRealtime()
  const [Sending, setSending] = useState<ComponentType<{ userId: string }>>()
  useEffect(() => {
    const loadSending = async () => {
      const { Sending } = await import('./sending.tsx')
      setSending(() => Sending)
    }
    return whenIdle(() => void Promise.allSettled([renewPush(userId), keepTimeZone(), loadSending()]))
  }, [userId])
  return Sending && <Sending userId={userId} />
}

async function renewPush(userId: string): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (!(await registration?.pushManager?.getSubscription())) return
    await (await import('../data/push/subscription.ts')).renewPush(userId)
  } catch (error) {
    console.warn('push', error)
  }
}
