import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useToast } from '../../../components/feedback/toast.tsx'
import { summaryQuery } from '../../../data/auth/summary-query.ts'
import { useConsoleWaitingRealtime } from '../../../data/overview/console-realtime.ts'
import { useConsoleTopic } from '../../../hooks/use-console-topic.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import * as styles from './console-layout.module.css'
import { FindButton, useConsoleSearch } from './console-search.tsx'
import { home } from './console-sections.ts'
import { ConsoleTabs } from './console-tabs.tsx'
import { SectionLink } from './section-link.tsx'
import { usePlaces } from './use-places.ts'
import { useWaiting } from './use-waiting.ts'

/** Says why the console is gone, when it was taken away while it was open. */
function useTellEnd(): void {
  const queries = useQueryClient()
  const userId = useUserId()
  const toast = useToast()
  useEffect(
    () => () => {
      const own = userId === undefined ? undefined : queries.getQueryData(summaryQuery(userId).queryKey)
      if (own && !own.isTeam && !own.needsSecondStep)
        toast('An admin has changed your rights, so the console is closed.', true)
    },
    [queries, userId, toast],
  )
}

/** The console's frame: a sidebar on laptops, tabs and a sheet with all sections on phones. */
export function Component() {
  const { pathname, search, hash } = useLocation()
  const { groups } = usePlaces()
  useConsoleWaitingRealtime(useConsoleTopic())
  const waiting = useWaiting()
  const { openPalette, dialogs } = useConsoleSearch()
  useTellEnd()
  // The sidebar recognises only addresses without a trailing slash.
  if (pathname.endsWith('/')) return <Navigate to={pathname.replace(/\/+$/, '') + search + hash} replace />
  return (
    <>
      <div className={styles.console}>
        <nav className={styles.sections} aria-labelledby="console-title">
          <div className={styles.sidebarHead}>
            <h2 id="console-title">Console</h2>
            <FindButton onClick={openPalette} />
          </div>
          <ul>
            <li>
              <SectionLink section={home} waiting={waiting} />
            </li>
          </ul>
          {groups.map(({ name, sections }) => (
            <div key={name}>
              <h3 id={`console-${name}`}>{name}</h3>
              <ul aria-labelledby={`console-${name}`}>
                {sections.map((section) => (
                  <li key={section.to}>
                    <SectionLink section={section} waiting={waiting} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <Outlet />
      </div>
      <ConsoleTabs waiting={waiting} onSearch={openPalette} />
      {dialogs}
    </>
  )
}
