import { useEffect, useRef } from 'react'

/**
 * When the element in a region that had the focus last has left the page, such as the row of a catch that was sent, and
 * nothing else has the focus, it goes to `target`. Looks after each render of the component.
 * @param region selector of the region.
 */
export function useFocusOfGone(region: string, target: () => HTMLElement | null): void {
  const last = useRef<Element>(null)
  useEffect(() => {
    const note = ({ target: focused }: FocusEvent) => {
      last.current = focused instanceof Element && focused.closest(region) ? focused : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [region])
  useEffect(() => {
    if (!last.current || last.current.isConnected) return
    last.current = null
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) target()?.focus({ preventScroll: true })
  })
}
