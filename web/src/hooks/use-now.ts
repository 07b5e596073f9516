import { useEffect, useState } from 'react'
import { CLOCK_EVENT, serverNow } from '../lib/server-clock.ts'

const MINUTE = 60_000
/** A smaller difference is the time that rendering takes. */
const CORRECTED = 1_000
const present = () => new Date(serverNow())

/**
 * The current time by the server's clock, updated every minute, when the page becomes visible, when the clock is
 * corrected, and at each of the given moments.
 * @param moments ISO 8601, in any order, at which something begins or ends; past ones have no effect.
 */
export function useNow(...moments: readonly string[]): Date {
  const [now, setNow] = useState(present)
  // Compared with the shown time: a screen that renders just when the moment passes still has to update.
  const next = Math.min(...moments.map((moment) => Date.parse(moment)).filter((at) => at > now.getTime()))
  useEffect(() => {
    const tick = () => setNow(present)
    // The clock may have been corrected after the first render and before this.
    setNow((shown) => (Math.abs(serverNow() - shown.getTime()) < CORRECTED ? shown : present()))
    const timer = setInterval(tick, MINUTE)
    document.addEventListener('visibilitychange', tick)
    addEventListener(CLOCK_EVENT, tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
      removeEventListener(CLOCK_EVENT, tick)
    }
  }, [])
  useEffect(() => {
    const left = next - serverNow()
    // Timers cannot run for longer than some weeks; for an even longer visit the tick every minute is enough.
    if (left >= 2 ** 31) return
    const timer = setTimeout(() => setNow(present), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [next])
  return now
}
