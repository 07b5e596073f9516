import LogOut from 'lucide-react/icons/log-out'
import { NavLink } from 'react-router'
import { LiveDot } from './live-dot.tsx'
import { live, type MainLink } from './main-links.ts'

export interface MenuListProps {
  links: readonly MainLink[]
  liveNow?: boolean
  onExit?: () => void
}

/** Rows of the menu: links, then Exit for members. */
export function MenuList({ links, liveNow = false, onExit }: MenuListProps) {
  return (
    <ul className="menu-list">
      {links.map(({ to, label, Icon }) => (
        <li key={to}>
          <NavLink to={to}>
            <Icon className="icon" aria-hidden="true" />
            {label}
            {liveNow && to === live.to && <LiveDot />}
          </NavLink>
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
