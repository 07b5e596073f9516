import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'

interface PageModule {
  Component: ComponentType
  /** Starts the requests of the page's first screen. @param userId of the member; undefined for a guest. */
  prepare?: (queries: QueryClient, userId: string | undefined) => void
}

type LoadPage = () => Promise<PageModule>

// One import: each of them lists the files of its page again.
const prizes = () => import('./routes/prizes.tsx')

/** Code of each page by the first part of its address, with a slash when more follows. The console is absent: only the team may be sent it. */
export const PAGES = {
  '': () => import('./routes/landing.tsx'),
  leaderboard: () => import('./routes/leaderboard.tsx'),
  dashboard: () => import('./routes/dashboard.tsx'),
  games: () => import('./routes/games.tsx'),
  'games/': () => import('./routes/game.tsx'),
  journal: () => import('./routes/journal.tsx'),
  live: () => import('./routes/live.tsx'),
  'members/': () => import('./routes/member.tsx'),
  'badges/': () => import('./routes/badge.tsx'),
  network: () => import('./routes/network.tsx'),
  newsfeed: () => import('./routes/newsfeed.tsx'),
  'newsfeed/': () => import('./routes/post.tsx'),
  profile: () => import('./routes/profile.tsx'),
  notifications: () => import('./routes/notifications.tsx'),
  'prizes/': prizes,
  prizes,
  rewards: prizes,
  login: () => import('./routes/login.tsx'),
  register: () => import('./routes/register.tsx'),
  'forgot-password': () => import('./routes/forgot-password.tsx'),
} satisfies Record<string, LoadPage>

/** The code of the page at a first part of an address. */
export const pageAt = (name: string): LoadPage | undefined => (PAGES as Readonly<Record<string, LoadPage>>)[name]

const INTENT = ['pointerover', 'focusin', 'touchstart'] as const

/** Loads a page's code as soon as a link to it is pointed at, focused or touched. */
export function usePrefetch(): void {
  useEffect(() => {
    const asked = new Set<string>([firstPart(window.location)])
    const onIntent = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (!link || link.origin !== window.location.origin || savesData()) return
      const name = firstPart(link)
      if (asked.has(name)) return
      asked.add(name)
      // The click then tries again and reports the error.
      pageAt(name)?.().catch(() => asked.delete(name))
    }
    for (const type of INTENT) document.addEventListener(type, onIntent, { passive: true })
    return () => {
      for (const type of INTENT) document.removeEventListener(type, onIntent)
    }
  }, [])
}

/** The part of an address that selects its page: `games`, and `games/` for the page of one game. */
export const firstPart = ({ pathname }: { pathname: string }) => /[^/]*(\/(?=.))?/.exec(pathname.slice(1))?.[0] ?? ''

/** With the browser's data saver on, nothing is loaded in advance. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
