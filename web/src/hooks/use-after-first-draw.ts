import { startTransition, useEffect, useState } from 'react'

/**
 * Whether deferred content may be rendered: at once when nothing has to be deferred, otherwise after the rest has been
 * rendered, in small steps.
 * @param wait whether to defer; only the first value counts.
 */
export function useAfterFirstDraw(wait: boolean): boolean {
  const [drawn, setDrawn] = useState(!wait)
  useEffect(() => {
    startTransition(() => setDrawn(true))
  }, [])
  return drawn
}
