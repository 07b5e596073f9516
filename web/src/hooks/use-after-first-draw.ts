import { startTransition, useEffect, useState } from 'react'

/**
 * Whether what can wait may be drawn: at once when nothing is to wait for it, else as soon as the rest is drawn, in
 * small steps.
 * @param wait whether it waits; only what is given first counts.
 */
export function useAfterFirstDraw(wait: boolean): boolean {
  const [drawn, setDrawn] = useState(!wait)
  useEffect(() => {
    startTransition(() => setDrawn(true))
  }, [])
  return drawn
}
