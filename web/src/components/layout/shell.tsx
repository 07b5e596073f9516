import WifiOff from 'lucide-react/icons/wifi-off'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useOnScreenKeyboard } from '../../hooks/use-on-screen-keyboard.ts'
import { useOnline } from '../../hooks/use-online.ts'
import { useSession } from '../../hooks/use-session.ts'
import { Sheet } from '../ui/sheet.tsx'
import { guestMenu } from './main-links.ts'
import { MemberMenu } from './member-menu.tsx'
import { MenuList } from './menu-list.tsx'
import { TabBar } from './tab-bar.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { TopBar } from './top-bar.tsx'

export interface ShellProps {
  /** The top bar lies over the page's hero. */
  over?: boolean
  footer?: boolean
  /** A live video is on; Live Video then carries a dot. */
  liveNow?: boolean
  onExit: () => void
  /** The page; it brings its own `main` (see Page). */
  children: ReactNode
}

/** Everything around a page: skip link, bars, menu, footer. */
export function Shell({ over = false, footer = true, liveNow = false, onExit, children }: ShellProps) {
  const session = useSession()
  const { pathname } = useLocation()
  const [menuOpen, setMenuOpen] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  useOnScreenKeyboard()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page is what closes the menu
  useEffect(() => setMenuOpen(false), [pathname, session.status])

  const closeMemberMenu = useCallback(() => {
    setMenuOpen(false)
    menuButton.current?.focus()
  }, [])
  const member = session.status === 'member'

  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="shell-page" inert={member && menuOpen}>
        <OfflineNotice />
        <TopBar
          over={over}
          liveNow={liveNow}
          onExit={onExit}
          menuOpen={menuOpen}
          onMenu={() => setMenuOpen(!menuOpen)}
        />
        {children}
        {footer && <Footer />}
      </div>
      {member && (
        <TabBar liveNow={liveNow} menuOpen={menuOpen} menuButton={menuButton} onMenu={() => setMenuOpen(!menuOpen)} />
      )}
      {member && menuOpen && <MemberMenu liveNow={liveNow} onClose={closeMemberMenu} onExit={onExit} />}
      {!member && (
        <Sheet open={menuOpen} onClose={() => setMenuOpen(false)} title="Menu">
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
          <WifiOff className="i" aria-hidden="true" />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  )
}

function Footer() {
  return (
    <footer className="foot">
      <div className="foot-in">
        <span>© {new Date().getFullYear()} Bankside. All rights reserved.</span>
        <Link className="tapline" to="/privacy">
          Privacy
        </Link>
        <ThemeChoice />
      </div>
    </footer>
  )
}
