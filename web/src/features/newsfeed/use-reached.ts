import { useEffect, useRef } from 'react'

// Starts a screenful before the end, so that scrolling rarely has to wait.
const AHEAD = '0px 0px 800px 0px'

/** Calls back whenever the element comes near the window; each new `key` looks again, even if it never left. */
export function useReached(onReached: () => void, enabled: boolean, key: unknown) {
  const element = useRef<HTMLDivElement>(null)
  const callback = useRef(onReached)
  useEffect(() => {
    callback.current = onReached
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key only asks for a fresh look
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
