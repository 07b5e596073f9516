import { useCallback, useState } from 'react'

/**
 * Observes one element, which may be added and removed: `const [ref, inView] = useInView('0px 0px -72px 0px')`.
 * @param rootMargin the area that fixed bars cover, as negative margins.
 * @returns a ref callback for the element and whether at least half of it is visible; false without an element.
 */
export function useInView(rootMargin: string): [(element: Element | null) => (() => void) | undefined, boolean] {
  const [inView, setInView] = useState(false)
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return
      const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false), {
        rootMargin,
        threshold: 0.5,
      })
      observer.observe(element)
      return () => {
        observer.disconnect()
        setInView(false)
      }
    },
    [rootMargin],
  )
  return [ref, inView]
}
