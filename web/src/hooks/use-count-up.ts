import { useEffect, useRef, useState } from 'react'

const DURATION_MS = 420

/**
 * Counts to a new value in 420 ms whenever it changes; with reduced motion it changes at once. The first
 * value is not animated.
 */
export function useCountUp(value: number): number {
  const [shown, setShown] = useState(value)
  const from = useRef(value)

  useEffect(() => {
    const start = from.current
    if (start === value || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      from.current = value
      setShown(value)
      return
    }
    let frame = 0
    let began: number | undefined
    const step = (now: number) => {
      began ??= now
      const part = Math.min(1, (now - began) / DURATION_MS)
      // Ease-out: fast at first, slow at the end.
      const next = part === 1 ? value : Math.round(start + (value - start) * (1 - (1 - part) ** 3))
      from.current = next
      setShown(next)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value])

  return shown
}
