import { useEffect, useState } from 'react'

/** Pause in the typing before a search runs, in milliseconds. */
export const REST_MS = 250

/**
 * A typed text after a pause in the typing.
 * @param text trimmed.
 * @returns the text, and a function that takes the current one at once.
 */
export function useRested(text: string): [rested: string, takeNow: () => void] {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [rested, () => setRested(text)]
}
