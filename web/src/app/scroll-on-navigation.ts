import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { endFirstScreen } from '../lib/first-screen.ts'

const KEY = 'bankside-scroll'

/**
 * A new page begins at its top, Back and Forward return to where that entry of the history was left, and a link with
 * a fragment goes to its target. Positions are kept for the tab's lifetime, so they survive a reload; an address that
 * is opened anew begins at its top.
 */
export function useScrollOnNavigation(): void {
  const { key, hash, pathname } = useLocation()
  const type = useNavigationType()
  // The entry that a document begins with has the same key in all of them.
  const entry = `${key} ${pathname}`
  const positions = useRef<Record<string, number>>(undefined)
  positions.current ??= { ...readPositions(), ...(isOpenedAnew() && { [entry]: 0 }) }
  const current = useRef(entry)
  const shownPath = useRef<string>(undefined)
  const returning = useRef(false)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () => {
      // On the way back much is still to come; where the page stands meanwhile is no place that anybody chose.
      if (positions.current && !returning.current) positions.current[current.current] = window.scrollY
    }
    const save = () => {
      remember()
      savePositions(positions.current ?? {})
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
    const kept = type === 'POP' && positions.current?.[entry]
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

// What has not come by then is not waited for any more: the page must not move under somebody who reads.
const SETTLED_MS = 3000
const READERS_OWN = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Goes to a place that may not be there yet: again whenever the page grows, until the reader does something.
 * @param onEnd when the place is the reader's again; at the latest after some seconds.
 * @returns ends it.
 */
function returnTo(top: number, onEnd: () => void): () => void {
  window.scrollTo(0, top)
  // Else the browser holds on to what stands at the foot of the empty page, and goes down with it.
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

/** Whether the document came by a link or a typed address, not by a reload or through the history. */
function isOpenedAnew(): boolean {
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

function readPositions(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, number>) : {}
  } catch {
    return {}
  }
}

function savePositions(positions: Record<string, number>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(positions))
  } catch {
    // Without storage a reload begins at the top.
  }
}
