import Menu from 'lucide-react/icons/menu'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { useCountUp } from '../../hooks/use-count-up.ts'
import { useIsTeam, useOwnSummary, useSession } from '../../hooks/use-session.ts'
import { useClubName } from '../../lib/club.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { formatPoints } from '../../lib/numbers.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { PointsCoin } from '../ui/points-coin.tsx'
import { LiveDot } from './live-dot.tsx'
import { adminLink, guestBar, live, memberBar } from './main-links.ts'
import { MainNavLink } from './main-nav-link.tsx'

export interface TopBarProps {
  /** Overlays the hero of the landing page. */
  over: boolean
  /** As wide as the console. */
  wide: boolean
  liveNow: boolean
  onExit: () => void
  bell: ReactNode
  menuOpen: boolean
  onMenu: () => void
}

/** Logo and navigation; guests get Login and Register; members get their points, Admin (the club team only) and Exit. */
export function TopBar({ over, wide, liveNow, onExit, bell, menuOpen, onMenu }: TopBarProps) {
  const session = useSession()
  const isTeam = useIsTeam()
  const member = session.status === 'member'
  return (
    <header className={joinClasses('topbar', over && 'is-over on-deep', wide && 'is-wide')}>
      <div className="topbar-inner">
        <Link className="brand" to="/" aria-label={`${useClubName()} home`}>
          <Logo />
        </Link>
        <nav className="main-nav" aria-label="Main">
          {(member ? memberBar : guestBar).map((link) => (
            <MainNavLink key={link.to} link={link}>
              {link.label}
              {liveNow && link === live && <LiveDot />}
            </MainNavLink>
          ))}
        </nav>
        {member && <OwnCorner bell={bell} />}
        {member && (
          <nav className="main-nav main-nav-end" aria-label="Account">
            {isTeam && <MainNavLink link={adminLink}>{adminLink.label}</MainNavLink>}
            <button type="button" onClick={onExit}>
              Exit
            </button>
          </nav>
        )}
        {session.status === 'guest' && (
          <div className="cluster to-end topbar-actions">
            <ButtonLink variant={over ? 'deep' : 'line'} size="sm" to="/login">
              Login
            </ButtonLink>
            <ButtonLink variant="tip" size="sm" className="only-wide" to="/register">
              Register
            </ButtonLink>
            <IconButton
              className="only-phone topbar-menu"
              label={menuOpen ? 'Close menu' : 'Open menu'}
              icon={<Menu className="icon" aria-hidden="true" />}
              aria-expanded={menuOpen}
              onClick={onMenu}
            />
          </div>
        )}
      </div>
    </header>
  )
}

function OwnCorner({ bell }: { bell: ReactNode }) {
  const own = useOwnSummary()
  return (
    <div className="cluster to-end topbar-actions">
      {own && (
        <>
          <span className="topbar-bell">
            <Suspense>{bell}</Suspense>
          </span>
          <Link className="points-chip" to="/dashboard" aria-label={`${formatPoints(own.points)} points`}>
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
