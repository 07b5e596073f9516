import { startTransition, useEffect, useState } from 'react'

/**
 * Whether a long screen may be drawn as a whole. What has just arrived is drawn with its first part only, so that it is
 * seen soon and a click is not kept waiting; the rest follows at once, in small steps. What was there before the screen
 * was opened is drawn whole from the start: Back must find its place.
 * @param arrived whether there is something to draw.
 */
export function useWhole(arrived: boolean): boolean {
  const [whole, setWhole] = useState(arrived)
  useEffect(() => {
    if (arrived) startTransition(() => setWhole(true))
  }, [arrived])
  return whole
}
