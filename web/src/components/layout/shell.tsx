import WifiOff from 'lucide-react/icons/wifi-off'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useOnScreenKeyboard } from '../../hooks/use-on-screen-keyboard.ts'
import { useOnline } from '../../hooks/use-online.ts'
import { useSession } from '../../hooks/use-session.ts'
import { useClubName } from '../../lib/club.ts'
import { Sheet } from '../ui/sheet.tsx'
import { guestMenu } from './main-links.ts'
import { MemberMenu } from './member-menu.tsx'
import { MenuList } from './menu-list.tsx'
import { TabBar } from './tab-bar.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { TopBar } from './top-bar.tsx'

export interface ShellProps {
  /** The top bar overlays the page's hero. */
  over?: boolean
  footer?: boolean
  /** The console, which brings its own tab bar and fills wide windows. */
  console?: boolean
  /** A live video is active; the Live Video link then shows a dot. */
  liveNow?: boolean
  onExit: () => void
  /** A member's link to the notifications; may load later. */
  bell?: ReactNode
  /** The page; it brings its own `main` (see Page). */
  children: ReactNode
}

/** The frame of a page: skip link, bars, menu, footer. */
export function Shell({
  over = false,
  footer = true,
  console = false,
  liveNow = false,
  onExit,
  bell,
  children,
}: ShellProps) {
  const session = useSession()
  const { pathname } = useLocation()
  // The page on which it was opened: the next one must not be inert when it takes the focus.
  const [menuAt, setMenuAt] = useState<string>()
  const menuOpen = menuAt === pathname
  const menuButton = useRef<HTMLButtonElement>(null)
  useOnScreenKeyboard()

  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation and another session close the menu
  useEffect(() => setMenuAt(undefined), [pathname, session.status])

  const closeMemberMenu = useCallback(() => {
    setMenuAt(undefined)
    menuButton.current?.focus({ preventScroll: true })
  }, [])
  const member = session.status === 'member'
  const closeMenu = () => setMenuAt(undefined)
  const toggleMenu = () => setMenuAt(menuOpen ? undefined : pathname)

  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="shell-page" inert={member && menuOpen}>
        <OfflineNotice />
        <TopBar
          over={over}
          wide={console}
          liveNow={liveNow}
          onExit={onExit}
          bell={bell}
          menuOpen={menuOpen}
          onMenu={toggleMenu}
        />
        {children}
        {footer && <Footer guest={session.status === 'guest'} />}
      </div>
      {member && !console && (
        <TabBar liveNow={liveNow} menuOpen={menuOpen} menuButton={menuButton} onMenu={toggleMenu} />
      )}
      {member && menuOpen && <MemberMenu liveNow={liveNow} onClose={closeMemberMenu} onExit={onExit} />}
      {!member && (
        <Sheet open={menuOpen} onClose={closeMenu} title="Menu">
          <nav aria-label="Menu">
            <MenuList links={guestMenu} />
          </nav>
        </Sheet>
      )}
    </>
  )
}

function OfflineNotice() {
  const online = useOnline()
  return (
    <div aria-live="polite">
      {!online && (
        <p className="offline">
          <WifiOff className="icon" aria-hidden="true" />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  )
}

/** @param guest members choose the theme on their profile. */
function Footer({ guest }: { guest: boolean }) {
  return (
    <footer className="footer">
      <div className="footer-inner">
        <span>
          © {new Date().getFullYear()} <bdi>{useClubName()}</bdi>. All rights reserved.
        </span>
        <Link className="tap-line" to="/privacy">
          Privacy
        </Link>
        {guest && <ThemeChoice />}
      </div>
    </footer>
  )
}
