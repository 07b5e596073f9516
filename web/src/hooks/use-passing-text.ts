import { useCallback, useEffect, useState } from 'react'

/**
 * A short confirmation that takes itself away.
 * @param ms how long it stays.
 * @returns the text while it is to be shown, and the function that shows one.
 */
export function usePassingText(ms: number): [string | undefined, (text: string | undefined) => void] {
  const [shown, setShown] = useState<{ text: string }>()
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(undefined), ms)
    return () => clearTimeout(timer)
  }, [shown, ms])
  // A new object each time: the same text shown twice starts the time again.
  const show = useCallback((text: string | undefined) => setShown(text === undefined ? undefined : { text }), [])
  return [shown?.text, show]
}
