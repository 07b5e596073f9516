import { startTransition, useEffect, useState } from 'react'
import { isFirstScreen } from '../lib/first-screen.ts'

/** How a long screen comes: so many parts first, enough to fill the window, then so many at a time. */
export interface Pace {
  first: number
  step: number
}

/**
 * How many parts of a long screen may be drawn by now; Infinity once all are. What has just arrived comes step by step,
 * so that its top is seen soon and a click never waits for the whole. What was there before a later screen was opened is
 * drawn whole from the start: Back must find its place.
 * @param total parts that there are; undefined until they have arrived.
 * @param of what is drawn, when one screen shows several things in turn.
 */
export function useDrawn(total: number | undefined, { first, step }: Pace, of = ''): number {
  const begin = () => ({ of, drawn: total === undefined || isFirstScreen() ? first : Number.POSITIVE_INFINITY })
  const [kept, setKept] = useState(begin)
  const now = kept.of === of ? kept : begin()
  if (now !== kept) setKept(now)
  const { drawn } = now
  useEffect(() => {
    if (total === undefined || drawn === Number.POSITIVE_INFINITY) return
    const next = drawn + step
    startTransition(() => setKept({ of, drawn: next < total ? next : Number.POSITIVE_INFINITY }))
  }, [total, drawn, step, of])
  return drawn
}
