import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The present, renewed every minute, for times that are told in words. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}
