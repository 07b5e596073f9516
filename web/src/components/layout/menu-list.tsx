import LogOut from 'lucide-react/icons/log-out'
import { LiveDot } from './live-dot.tsx'
import { live, type MainLink } from './main-links.ts'
import { MainNavLink } from './main-nav-link.tsx'

export interface MenuListProps {
  links: readonly MainLink[]
  liveNow?: boolean
  onExit?: () => void
}

/** Rows of the menu: links, then Exit for members. */
export function MenuList({ links, liveNow = false, onExit }: MenuListProps) {
  return (
    <ul className="menu-list">
      {links.map((link) => (
        <li key={link.to}>
          <MainNavLink link={link}>
            <link.Icon className="icon" aria-hidden="true" />
            {link.label}
            {liveNow && link === live && <LiveDot />}
          </MainNavLink>
        </li>
      ))}
      {onExit && (
        <li>
          <button type="button" onClick={onExit}>
            <LogOut className="icon" aria-hidden="true" />
            Exit
          </button>
        </li>
      )}
    </ul>
  )
}
