import { useSyncExternalStore } from 'react'

// The same breakpoint as in the style sheets: two columns from here on.
const WIDE = '(min-width: 1024px)'

const subscribe = (changed: () => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window is as wide as a laptop's. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
