import { useQuery } from '@tanstack/react-query'
import BellIcon from 'lucide-react/icons/bell'
import { lazy, type MouseEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { unreadQuery } from '../../../data/notifications/unread-query.ts'
import { useWide } from '../../../hooks/use-wide.ts'
import { showUnreadInTitle } from '../../../lib/page-title.ts'
import * as styles from '../bell.module.css'

const Panel = lazy(async () => ({ default: (await import('./panel.tsx')).Panel }))

/**
 * The link to the notifications in the top bar, with the number of unread ones, which the window's title and the icon of
 * the installed app show too. On a laptop it opens a panel.
 */
export function Bell() {
  const { data: unread = 0 } = useQuery(unreadQuery())
  const { pathname } = useLocation()
  const isHere = pathname === '/notifications'
  const opensPanel = useWide() && !isHere
  const [open, setOpen] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const number = unread < 10 ? String(unread) : '9+'
  useEffect(() => {
    showUnreadInTitle(unread)
    const shown = unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.()
    shown?.catch((error: unknown) => console.error('app badge', error))
  }, [unread])
  useEffect(() => () => showUnreadInTitle(0), [])
  const close = useCallback((toBell: boolean) => {
    setOpen(false)
    if (toBell) link.current?.focus()
  }, [])
  const onClick = (event: MouseEvent) => {
    if (!opensPanel || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpen(!open)
  }
  return (
    <>
      <Link
        ref={link}
        className={styles.bell}
        to="/notifications"
        aria-current={isHere ? 'page' : undefined}
        aria-label={unread > 0 ? `Notifications, ${number} unread` : 'Notifications'}
        aria-haspopup={opensPanel ? 'dialog' : undefined}
        aria-expanded={opensPanel ? open : undefined}
        onClick={onClick}
      >
        <BellIcon className="icon" aria-hidden="true" />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {number}
          </span>
        )}
      </Link>
      {open && (
        <Suspense>
          <Panel onClose={close} />
        </Suspense>
      )}
    </>
  )
}
