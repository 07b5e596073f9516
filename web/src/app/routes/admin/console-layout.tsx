import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useConsoleWaitingRealtime } from '../../../data/overview/console-realtime.ts'
import { waitingQuery } from '../../../data/overview/console-waiting-query.ts'
import * as styles from './console-layout.module.css'
import { FindButton, useConsoleSearch } from './console-search.tsx'
import { consoleGroups, home } from './console-sections.ts'
import { ConsoleTabs } from './console-tabs.tsx'
import { SectionLink } from './section-link.tsx'

/** The console's frame: a sidebar on laptops, tabs and a sheet with all sections on phones. */
export function Component() {
  const { pathname, search, hash } = useLocation()
  useConsoleWaitingRealtime()
  const { data: waiting } = useQuery(waitingQuery)
  const { openPalette, dialogs } = useConsoleSearch()
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
          {consoleGroups.map(({ name, sections }) => (
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
