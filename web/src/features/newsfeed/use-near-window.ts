import { useEffect, useRef } from 'react'

// Starts about a screen's height before the end, so that scrolling rarely has to wait.
const AHEAD = '0px 0px 800px 0px'

/** Calls back when the element is near the window; a new `key` checks again even if it never left. */
export function useNearWindow(onReached: () => void, enabled: boolean, key: unknown) {
  const element = useRef<HTMLDivElement>(null)
  const callback = useRef(onReached)
  useEffect(() => {
    callback.current = onReached
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key only triggers a new check
  useEffect(() => {
    if (!enabled || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) callback.current()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [enabled, key])
  return element
}
