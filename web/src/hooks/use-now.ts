import { useEffect, useState } from 'react'

const MINUTE = 60_000

/**
 * The present, renewed every minute, when the page is looked at again, and at the moment `until` itself.
 * @param until a moment at which something ends; a time already past changes nothing.
 */
export function useNow(until?: string): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const tick = () => setNow(new Date())
    const timer = setInterval(tick, MINUTE)
    const left = until === undefined ? Number.NaN : new Date(until).getTime() - Date.now()
    // Timers cannot count further than some weeks; who stays that long is told by the minute's tick.
    const end = left > 0 && left < 2 ** 31 ? setTimeout(tick, left) : undefined
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [until])
  return now
}
