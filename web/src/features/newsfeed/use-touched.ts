import { type RefObject, useEffect, useState } from 'react'

// A screen reader may only click, and dictation only writes. A finger that scrolls the page does neither.
const SIGNS = ['keydown', 'click', 'input'] as const

/**
 * Whether the reader has used the form around an element since the component is there. Removing a photo from it does not
 * count.
 */
export function useTouched(inside: RefObject<Element | null>): boolean {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const note = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('[data-button="remove"]')) return
      if (!(inside.current?.closest('form') ?? inside.current)?.contains(target)) return
      // After the event: a render between this listener and React's own would set a field back to the text it had before.
      timer = setTimeout(() => setTouched(true))
    }
    for (const sign of SIGNS) document.addEventListener(sign, note, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) document.removeEventListener(sign, note, { capture: true })
    }
  }, [inside])
  return touched
}
