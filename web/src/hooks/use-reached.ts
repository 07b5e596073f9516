import { useEffect, useState } from 'react'

// Timers hold no more than 2^31 milliseconds; a later moment is looked at again after a day.
const LONGEST_WAIT_MS = 86_400_000

/** Whether a moment lies in the past; turns true by itself when it comes. False for undefined. */
export function useReached(moment: string | undefined): boolean {
  const [, setTurn] = useState(0)
  const at = moment === undefined ? Number.POSITIVE_INFINITY : Date.parse(moment)
  const reached = Date.now() >= at
  useEffect(() => {
    if (reached || !Number.isFinite(at)) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          setTurn((turn) => turn + 1)
          if (Date.now() < at) wait()
        },
        Math.min(Math.max(at - Date.now(), 0) + 50, LONGEST_WAIT_MS),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [at, reached])
  return reached
}
