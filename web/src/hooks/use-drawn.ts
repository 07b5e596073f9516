import { startTransition, useEffect, useState } from 'react'
import { isFirstScreen } from '../lib/first-screen.ts'

/** How a long screen is rendered: this many parts first, enough to fill the window, then this many at a time. */
export interface Pace {
  first: number
  step: number
}

/**
 * How many parts of a long screen to render now; Infinity for all. Data that has just arrived is rendered in steps, so
 * that the top appears early and a click never waits for the whole screen. Data that was loaded before a later screen
 * opened is rendered completely from the start, because Back must restore its scroll position.
 * @param total number of parts; undefined until they have arrived.
 * @param of what is shown, when one screen shows several subjects in turn.
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
