import Menu from 'lucide-react/icons/menu'
import type { RefObject } from 'react'
import { useLocation } from 'react-router'
import { adminLink, isWithin, memberMenu, memberTabs } from './main-links.ts'
import { MainNavLink } from './main-nav-link.tsx'

export interface TabBarProps {
  liveNow: boolean
  menuOpen: boolean
  menuButton: RefObject<HTMLButtonElement | null>
  onMenu: () => void
}

/** The phone's navigation for members; the shell hides it while the on-screen keyboard is open. */
export function TabBar({ liveNow, menuOpen, menuButton, onMenu }: TabBarProps) {
  const { pathname } = useLocation()
  const here = [...memberMenu, adminLink].some((link) => isWithin(link, pathname))
  return (
    <nav className="tabbar" aria-label="Tabs">
      {memberTabs.map((link) => (
        <MainNavLink key={link.to} link={link}>
          <link.Icon className="icon" aria-hidden="true" />
          {link.label}
        </MainNavLink>
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
