import { useEffect, useRef } from 'react'
import { useBackCloses } from '../../hooks/use-back-closes.ts'
import { useIsTeam, useOwnSummary } from '../../hooks/use-session.ts'
import { holdPage } from '../../lib/hold-page.ts'
import { formatPoints } from '../../lib/numbers.ts'
import { Avatar } from '../ui/avatar.tsx'
import { adminLink, memberMenu } from './main-links.ts'
import { MenuList } from './menu-list.tsx'

export interface MemberMenuProps {
  liveNow: boolean
  onClose: () => void
  onExit: () => void
}

/**
 * The collapsible menu of the phone, above the tab bar. The page behind it is inert (the shell sees to that) while
 * the tabs stay usable, so this is not a modal dialog; Escape, Back and a tap outside close it.
 */
export function MemberMenu({ liveNow, onClose, onExit }: MemberMenuProps) {
  const own = useOwnSummary()
  const isTeam = useIsTeam()
  const panel = useRef<HTMLElement>(null)
  useBackCloses(true, onClose)
  useEffect(holdPage, [])

  useEffect(() => {
    // Without `preventScroll` the page would scroll, because the panel is inside its scroll padding.
    panel.current?.querySelector('a')?.focus({ preventScroll: true })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onClose])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the scrim only adds another way to close for pointers
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard
    <div className="menu-scrim" onClick={(event) => event.target === event.currentTarget && onClose()}>
      <nav className="sheet" id="menu" aria-label="Menu" ref={panel}>
        {own && (
          <div className="menu-who">
            <Avatar id={own.id} name={own.username} src={own.avatarUrl} size={56} />
            <div className="grow">
              <div className="heading-3 ellipsis">{own.username}</div>
              <div className="small quiet">{formatPoints(own.points)} points</div>
            </div>
          </div>
        )}
        <MenuList links={isTeam ? [...memberMenu, adminLink] : memberMenu} liveNow={liveNow} onExit={onExit} />
      </nav>
    </div>
  )
}
