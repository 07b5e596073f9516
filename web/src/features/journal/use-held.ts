import { useEffect } from 'react'
import { HOLD_MS, holdWaiting, openWaiting, releaseWaiting } from '../../data/catches/waiting-queue.ts'

/** Holds a waiting catch back from being sent for as long as the component is there. */
export function useHeld(userId: string, requestId: string): void {
  useEffect(() => {
    // In this tab it counts as open even after a time in which the tab was frozen and its hold ran out.
    const close = openWaiting(requestId)
    let until = 0
    const renew = () => {
      until = Date.now() + HOLD_MS
      holdWaiting(userId, requestId, until).catch(() => {})
    }
    renew()
    const timer = setInterval(renew, HOLD_MS / 5)
    return () => {
      clearInterval(timer)
      close()
      releaseWaiting(userId, requestId, until).catch(() => {})
    }
  }, [userId, requestId])
}
