import { useEffect, useRef } from 'react'
import { Navigate, NavLink, Outlet, useLocation } from 'react-router'
import * as styles from './console-layout.module.css'
import { consoleSections } from './console-sections.ts'

/** The console's frame: a sidebar on laptops, a strip that scrolls sideways on phones. */
export function Component() {
  const { pathname, search, hash } = useLocation()
  const strip = useRef<HTMLUListElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current item changes with the address
  useEffect(() => {
    const current = strip.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])

  // The sidebar recognises only addresses without a trailing slash.
  if (pathname.endsWith('/')) return <Navigate to={pathname.replace(/\/+$/, '') + search + hash} replace />
  return (
    <div className={styles.console}>
      <nav className={styles.sections} aria-labelledby="console-title">
        <h2 id="console-title">Console</h2>
        <ul ref={strip}>
          {consoleSections.map(({ path, label, Icon }) => (
            <li key={path}>
              <NavLink to={path === '' ? '/admin' : `/admin/${path}`} end={path === ''}>
                <Icon className="icon" aria-hidden="true" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  )
}
