import { useEffect } from 'react'
import { HOLD_MS, holdWaiting } from '../../data/catches/waiting-queue.ts'

/** Holds a waiting catch back from being sent for as long as the component is there. */
export function useHeld(userId: string, requestId: string): void {
  useEffect(() => {
    const hold = (until: number) => void holdWaiting(userId, requestId, until).catch(() => {})
    const renew = () => hold(Date.now() + HOLD_MS)
    renew()
    const timer = setInterval(renew, HOLD_MS / 5)
    return () => {
      clearInterval(timer)
      hold(0)
    }
  }, [userId, requestId])
}
