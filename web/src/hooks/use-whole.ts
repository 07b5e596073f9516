import { startTransition, useEffect, useState } from 'react'

/**
 * Whether a long screen may be drawn as a whole. What has just arrived is drawn with its first part only, so that it is
 * seen soon and a click is not kept waiting; the rest follows at once, in small steps. What was there before the screen
 * was opened is drawn whole from the start: Back must find its place.
 * @param arrived whether there is something to draw.
 * @param of what is drawn, when one screen shows several things in turn.
 */
export function useWhole(arrived: boolean, of = ''): boolean {
  const [drawn, setDrawn] = useState({ of, whole: arrived })
  const now = drawn.of === of ? drawn : { of, whole: arrived }
  if (now !== drawn) setDrawn(now)
  const { whole } = now
  useEffect(() => {
    if (arrived && !whole) startTransition(() => setDrawn({ of, whole: true }))
  }, [arrived, whole, of])
  return whole
}
