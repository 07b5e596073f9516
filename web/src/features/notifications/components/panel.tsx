import ChevronRight from 'lucide-react/icons/chevron-right'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type FocusEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import * as styles from '../panel.module.css'
import { MarkAllRead, NotificationsPage } from './notifications-page.tsx'

/** The notifications under the bell of a laptop; Escape, a press beside it, every link, and focus that leaves it close it. */
export function Panel({ onClose }: { onClose: (toBell: boolean) => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose(true)
    }
    const onPress = ({ target }: PointerEvent) => {
      // The bell itself closes by its own press. Messages belong to the panel.
      const isOurs = box.current?.parentElement?.contains(target as Node) || (target as Element).closest('.toast-dock')
      if (!isOurs) onClose(false)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [onClose])
  const leave = () => onClose(false)
  const onBlur = ({ currentTarget: panel, relatedTarget: next }: FocusEvent<HTMLElement>) => {
    // Nothing has the focus while the window is left, or after a press on text.
    if (!next || panel.contains(next) || next === panel.previousElementSibling || next.closest('.toast-dock')) return
    leave()
  }
  return (
    <div ref={box} className={styles.panel} role="dialog" aria-label="Notifications" tabIndex={-1} onBlur={onBlur}>
      <div className={styles.head}>
        <h2>Notifications</h2>
        <MarkAllRead />
        <Link className="icon-button" to="/notifications/settings" aria-label="Notification settings" onClick={leave}>
          <SlidersHorizontal className="icon" aria-hidden="true" />
        </Link>
      </div>
      <div className={styles.body}>
        <NotificationsPage inPanel onOpen={leave} />
      </div>
      <Link className={styles.foot} to="/notifications" onClick={leave}>
        See all notifications
        <ChevronRight className="icon" aria-hidden="true" />
      </Link>
    </div>
  )
}
