import clsx from 'clsx'
import Menu from 'lucide-react/icons/menu'
import { Link, NavLink } from 'react-router'
import { useCountUp } from '../../hooks/use-count-up.ts'
import { useIsAdmin, useOwnSummary, useSession } from '../../hooks/use-session.ts'
import { formatPoints } from '../../lib/format.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { PointsCoin } from '../ui/points-coin.tsx'
import { LiveDot } from './live-dot.tsx'
import { adminLink, guestBar, live, memberBar } from './main-links.ts'

export interface TopBarProps {
  /** Lies over the hero of the landing page. */
  over: boolean
  liveNow: boolean
  onExit: () => void
  menuOpen: boolean
  onMenu: () => void
}

/** Logo and navigation; guests get Login and Register, members their points, Admin when it is theirs, and Exit. */
export function TopBar({ over, liveNow, onExit, menuOpen, onMenu }: TopBarProps) {
  const session = useSession()
  const isAdmin = useIsAdmin()
  const member = session.status === 'member'
  return (
    <header className={clsx('topbar', over && 'is-over on-deep')}>
      <div className="topbar-in">
        <Link className="brand" to="/" aria-label="Bankside home">
          <Logo />
        </Link>
        <nav className="nav" aria-label="Main">
          {(member ? memberBar : guestBar).map(({ to, label }) => (
            <NavLink key={to} to={to}>
              {label}
              {liveNow && to === live.to && <LiveDot />}
            </NavLink>
          ))}
        </nav>
        {member && <OwnCorner />}
        {member && (
          <nav className="nav nav-end" aria-label="Account">
            {isAdmin && <NavLink to={adminLink.to}>{adminLink.label}</NavLink>}
            <button type="button" onClick={onExit}>
              Exit
            </button>
          </nav>
        )}
        {session.status === 'guest' && (
          <div className="row end topbar-acts">
            <ButtonLink variant={over ? 'deep' : 'line'} size="sm" to="/login">
              Login
            </ButtonLink>
            <ButtonLink variant="tip" size="sm" className="only-wide" to="/register">
              Register
            </ButtonLink>
            <IconButton
              className="only-phone topbar-menu"
              label={menuOpen ? 'Close menu' : 'Open menu'}
              icon={<Menu className="i" aria-hidden="true" />}
              aria-expanded={menuOpen}
              onClick={onMenu}
            />
          </div>
        )}
      </div>
    </header>
  )
}

function OwnCorner() {
  const own = useOwnSummary()
  return (
    <div className="row end topbar-acts">
      {own && (
        <>
          <Link className="pts-chip" to="/dashboard" aria-label={`${formatPoints(own.points)} points`}>
            <PointsCoin />
            <CountedPoints points={own.points} />
          </Link>
          <Link className="topbar-avatar only-phone" to="/profile" aria-label="Profile">
            <Avatar id={own.id} name={own.username} src={own.avatarUrl} size={36} />
          </Link>
        </>
      )}
    </div>
  )
}

function CountedPoints({ points }: { points: number }) {
  return formatPoints(useCountUp(points))
}
