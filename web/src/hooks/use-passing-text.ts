import { useCallback, useEffect, useState } from 'react'

/**
 * A short confirmation that disappears by itself.
 * @param ms how long it is shown.
 * @returns the text while it is shown, and the function that shows one.
 */
export function usePassingText(ms: number): [string | undefined, (text: string | undefined) => void] {
  const [shown, setShown] = useState<{ text: string }>()
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(undefined), ms)
    return () => clearTimeout(timer)
  }, [shown, ms])
  // A new object each time: showing the same text twice restarts the timer.
  const show = useCallback((text: string | undefined) => setShown(text === undefined ? undefined : { text }), [])
  return [shown?.text, show]
}
