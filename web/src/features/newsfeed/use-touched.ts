import { useEffect, useState } from 'react'

// A screen reader may only click, and dictation only writes.
const SIGNS = ['pointerdown', 'keydown', 'click', 'input'] as const

/** Whether the reader has done something on the page since the component is there. */
export function useTouched(): boolean {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    const note = () => setTouched(true)
    for (const sign of SIGNS) document.addEventListener(sign, note, { capture: true, passive: true })
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, note, { capture: true })
    }
  }, [])
  return touched
}
