import { type RefObject, useLayoutEffect } from 'react'

/**
 * Makes a field as high as its text in browsers without `field-sizing`; the style sheet limits the height.
 * @param text what the field shows.
 */
export function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text
  useLayoutEffect(() => {
    if (globalThis.CSS?.supports('field-sizing', 'content') !== false) return
    const measure = () => {
      const area = field.current
      if (!area) return
      const { style, offsetHeight, clientHeight } = area
      const { scrollY } = window
      style.height = 'auto'
      style.height = `${area.scrollHeight + offsetHeight - clientHeight}px`
      // At the foot of a page, which was shorter for a moment, the browser has scrolled.
      if (window.scrollY !== scrollY) window.scrollTo(0, scrollY)
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [text])
}
