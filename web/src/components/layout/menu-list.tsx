import LogOut from 'lucide-react/icons/log-out'
import { NavLink } from 'react-router'
import type { MainLink } from './main-links.ts'

/** Rows of the menu: links, then Exit for members. */
export function MenuList({ links, onExit }: { links: readonly MainLink[]; onExit?: () => void }) {
  return (
    <ul className="menu-list">
      {links.map(({ to, label, Icon }) => (
        <li key={to}>
          <NavLink to={to}>
            <Icon className="i" aria-hidden="true" />
            {label}
          </NavLink>
        </li>
      ))}
      {onExit && (
        <li>
          <button type="button" onClick={onExit}>
            <LogOut className="i" aria-hidden="true" />
            Exit
          </button>
        </li>
      )}
    </ul>
  )
}
