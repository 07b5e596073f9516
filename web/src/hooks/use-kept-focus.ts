import { useEffect, useRef } from 'react'

/**
 * When `state` changes and the element that had the focus has gone with it, or takes no more presses, such as the
 * button of what was just done, the focus goes to `target`. Without that it would fall to the beginning of the page.
 */
export function useKeptFocus(target: () => HTMLElement | null | undefined, state: string | number): void {
  const last = useRef(state)
  useEffect(() => {
    if (last.current === state) return
    last.current = state
    const { activeElement, body } = document
    if (activeElement === body || activeElement?.matches(':disabled')) target()?.focus({ preventScroll: true })
  })
}
