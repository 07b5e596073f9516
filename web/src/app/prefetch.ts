import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'

interface PageModule {
  Component: ComponentType
  /** Starts the requests of the page's first screen. @param userId of the member; undefined for a guest. */
  prepare?: (queries: QueryClient, userId: string | undefined) => void
}

/** Code of each page by the first part of its address. The console is absent: only administrators may be sent it. */
export const PAGES: Readonly<Record<string, () => Promise<PageModule>>> = {
  '': () => import('./routes/landing.tsx'),
  leaderboard: () => import('./routes/leaderboard.tsx'),
  dashboard: () => import('./routes/dashboard.tsx'),
  games: () => import('./routes/games.tsx'),
  live: () => import('./routes/live.tsx'),
  network: () => import('./routes/network.tsx'),
  newsfeed: () => import('./routes/newsfeed.tsx'),
  profile: () => import('./routes/profile.tsx'),
  prizes: () => import('./routes/prize-claim.tsx'),
  login: () => import('./routes/login.tsx'),
  register: () => import('./routes/register.tsx'),
  'forgot-password': () => import('./routes/forgot-password.tsx'),
}

const INTENT = ['pointerover', 'focusin', 'touchstart'] as const

/** Fetches a page's code as soon as somebody points at, tabs to or touches a link to it. */
export function usePrefetch(): void {
  useEffect(() => {
    const asked = new Set<string>([firstPart(window.location)])
    const onIntent = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (!link || link.origin !== window.location.origin || savesData()) return
      const name = firstPart(link)
      if (asked.has(name)) return
      asked.add(name)
      // The click then tries again, and says what is wrong.
      PAGES[name]?.().catch(() => asked.delete(name))
    }
    for (const type of INTENT) document.addEventListener(type, onIntent, { passive: true })
    return () => {
      for (const type of INTENT) document.removeEventListener(type, onIntent)
    }
  }, [])
}

/** What says which page an address is of. */
export const firstPart = ({ pathname }: { pathname: string }) => pathname.split('/')[1] ?? ''

/** Whoever pays by the megabyte has asked for nothing before it is needed. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
