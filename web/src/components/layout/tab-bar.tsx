import Menu from 'lucide-react/icons/menu'
import type { RefObject } from 'react'
import { NavLink, useLocation } from 'react-router'
import { adminLink, memberMenu, memberTabs } from './main-links.ts'

export interface TabBarProps {
  liveNow: boolean
  menuOpen: boolean
  menuButton: RefObject<HTMLButtonElement | null>
  onMenu: () => void
}

/** The phone's navigation for members; the shell hides it while the on-screen keyboard is open. */
export function TabBar({ liveNow, menuOpen, menuButton, onMenu }: TabBarProps) {
  const { pathname } = useLocation()
  const here = [...memberMenu, adminLink].some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return (
    <nav className="tabbar" aria-label="Tabs">
      {memberTabs.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to}>
          <Icon className="icon" aria-hidden="true" />
          {label}
        </NavLink>
      ))}
      <button
        ref={menuButton}
        type="button"
        className={here ? 'is-here' : undefined}
        aria-expanded={menuOpen}
        aria-controls={menuOpen ? 'menu' : undefined}
        onClick={onMenu}
      >
        <Menu className="icon" aria-hidden="true" />
        Menu
        {liveNow && <span className="live-dot" aria-hidden="true" />}
      </button>
    </nav>
  )
}
