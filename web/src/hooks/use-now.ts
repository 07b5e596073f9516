import { useEffect, useState } from 'react'

const MINUTE = 60_000

/**
 * The present, renewed every minute, when the page is looked at again, and at each of the moments as it comes.
 * @param moments ISO 8601, in any order, at which something begins or ends; what is past changes nothing.
 */
export function useNow(...moments: readonly string[]): Date {
  const [now, setNow] = useState(() => new Date())
  // After the present as it is shown: a screen that is drawn anew when the moment has just come still waits for it.
  const next = Math.min(...moments.map((moment) => Date.parse(moment)).filter((at) => at > now.getTime()))
  useEffect(() => {
    const tick = () => setNow(new Date())
    const timer = setInterval(tick, MINUTE)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  useEffect(() => {
    const left = next - Date.now()
    // Timers cannot count further than some weeks; who stays that long is told by the minute's tick.
    if (left >= 2 ** 31) return
    const timer = setTimeout(() => setNow(new Date()), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [next])
  return now
}
