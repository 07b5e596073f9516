import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { endFirstScreen } from '../lib/first-screen.ts'

const KEY = 'bankside-scroll'

/** By history entry and path; without those at the top, which are left undefined. */
let positions: Record<string, number | undefined> | undefined

/**
 * A new page starts at its top, Back and Forward restore the scroll position of the history entry, and a link with a
 * fragment goes to its target. Positions are kept for the tab's lifetime, so they survive a reload; a newly opened
 * address starts at its top.
 */
export function useScrollOnNavigation(): void {
  const { key, hash, pathname } = useLocation()
  const type = useNavigationType()
  // The first entry of every document has the same key.
  const entry = `${key} ${pathname}`
  positions ??= { ...readPositions(), ...(isNewVisit() && { [entry]: undefined }) }
  const current = useRef(entry)
  const shownPath = useRef<string>(undefined)
  const returning = useRef(false)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () => {
      // During the return content is still loading; the position in between was not chosen by the reader.
      if (positions && !returning.current) positions[current.current] = window.scrollY || undefined
    }
    const save = () => {
      remember()
      savePositions()
    }
    window.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('scroll', remember)
      window.removeEventListener('pagehide', save)
      window.history.scrollRestoration = 'auto'
    }
  }, [])

  useLayoutEffect(() => {
    const samePage = shownPath.current === pathname
    if (shownPath.current !== undefined && !samePage) endFirstScreen()
    shownPath.current = pathname
    current.current = entry
    const target = hash ? document.getElementById(decodeFragment(hash)) : null
    const kept = type === 'POP' && positions?.[entry]
    if (kept) {
      returning.current = true
      return returnTo(kept, () => {
        returning.current = false
      })
    }
    if (target) target.scrollIntoView()
    else if (!samePage || type === 'POP') window.scrollTo(0, 0)
    return undefined
  }, [entry, hash, pathname, type])
}

// Content that loads later than this is not waited for: the page must not move while it is being read.
const SETTLED_MS = 3000
const READERS_OWN = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a position that may not exist yet: again whenever the page grows, until the reader acts.
 * @param onEnd called when the reader controls the position again; after some seconds at the latest.
 * @returns a function that ends it.
 */
function returnTo(top: number, onEnd: () => void): () => void {
  window.scrollTo(0, top)
  // Otherwise the browser anchors to the element at the foot of the empty page and moves down with it.
  document.documentElement.style.overflowAnchor = 'none'
  const grown = new ResizeObserver(() => window.scrollTo(0, top))
  grown.observe(document.body)
  const end = () => {
    grown.disconnect()
    clearTimeout(timer)
    for (const type of READERS_OWN) window.removeEventListener(type, end)
    document.documentElement.style.overflowAnchor = ''
    onEnd()
  }
  const timer = setTimeout(end, SETTLED_MS)
  for (const type of READERS_OWN) window.addEventListener(type, end, { passive: true })
  return end
}

/** Whether the document was opened by a link or a typed address, not by a reload or through the history. */
function isNewVisit(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'navigate'
}

function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

function readPositions(): NonNullable<typeof positions> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as NonNullable<typeof positions>) : {}
  } catch {
    return {}
  }
}

/** Forgets which pages were visited in this tab. */
export function forgetPositions(): void {
  positions = {}
  savePositions()
}

function savePositions(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(positions))
  } catch {
    // Without storage a reload starts at the top.
  }
}
