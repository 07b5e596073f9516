import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { endFirstScreen } from '../lib/first-screen.ts'

const KEY = 'bankside-scroll'

/**
 * A new page begins at its top, Back and Forward return to where that entry of the history was left, and a link with
 * a fragment goes to its target. Positions are kept for the tab's lifetime, so they survive a reload.
 */
export function useScrollOnNavigation(): void {
  const { key, hash, pathname } = useLocation()
  const type = useNavigationType()
  const positions = useRef<Record<string, number>>(undefined)
  positions.current ??= readPositions()
  const current = useRef(key)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () => {
      if (!positions.current) return
      positions.current[current.current] = window.scrollY
    }
    const save = () => savePositions(positions.current ?? {})
    window.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('scroll', remember)
      window.removeEventListener('pagehide', save)
      window.history.scrollRestoration = 'auto'
    }
  }, [])

  const shownPath = useRef<string>(undefined)
  useLayoutEffect(() => {
    const samePage = shownPath.current === pathname
    if (shownPath.current !== undefined && !samePage) endFirstScreen()
    shownPath.current = pathname
    current.current = key
    const target = hash ? document.getElementById(decodeFragment(hash)) : null
    if (type === 'POP') window.scrollTo(0, positions.current?.[key] ?? 0)
    else if (target) target.scrollIntoView()
    else if (!samePage) window.scrollTo(0, 0)
  }, [key, hash, pathname, type])
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
