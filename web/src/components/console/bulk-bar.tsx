import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Selected } from '../../hooks/use-selection.ts'
import { formatPoints } from '../../lib/format.ts'
import { isSheetOpen, isTyping } from '../../lib/single-keys.ts'
import { IconButton } from '../ui/icon-button.tsx'
import * as styles from './bulk-bar.module.css'

export interface BulkBarProps {
  items: readonly Selected[]
  /** The most that may be selected at once. */
  limit: number
  onRemove: (id: string) => void
  onClear: () => void
  /** What can be done with the selected rows: `BulkAction`s. */
  children: ReactNode
}

/**
 * What can be done with the selected rows: a bar at the foot of the window, in place of the tab bar on phones. The count
 * opens the list of them, and Escape clears the selection.
 */
export function BulkBar({ items, limit, onRemove, onClear, children }: BulkBarProps) {
  const [isListed, setListed] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const count = useRef<HTMLButtonElement>(null)
  const listId = useId()

  const closeList = () => {
    setListed(false)
    count.current?.focus()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isSheetOpen() || isTyping(event.target)) return
    if (isListed) closeList()
    else onClear()
  })
  const onPress = useEffectEvent((event: PointerEvent) => {
    if (isListed && !bar.current?.contains(event.target as Node)) setListed(false)
  })
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKey(event)
    const press = (event: PointerEvent) => onPress(event)
    document.addEventListener('keydown', key)
    document.addEventListener('pointerdown', press)
    return () => {
      document.removeEventListener('keydown', key)
      document.removeEventListener('pointerdown', press)
    }
  }, [])

  const remove = (id: string) => {
    // The next one's button takes the place of this one; after the last one, the count.
    const at = items.findIndex((item) => item.id === id)
    const next = items[at + 1] ?? items[at - 1]
    onRemove(id)
    const button = next && bar.current?.querySelector<HTMLElement>(`[data-remove="${CSS.escape(next.id)}"]`)
    if (button) button.focus()
    else count.current?.focus()
  }

  return (
    <section ref={bar} className={styles.bulkBar} aria-label="Selection" data-bulk>
      {isListed && (
        <ul className={styles.chosen} id={listId}>
          {items.map(({ id, name }) => (
            <li key={id}>
              <span className="grow ellipsis" dir="auto" title={name}>
                {name}
              </span>
              <IconButton
                label={`Remove ${name}`}
                data-remove={id}
                icon={<X className="icon" aria-hidden="true" />}
                onClick={() => remove(id)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.count}>
        <button
          ref={count}
          type="button"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          onClick={() => setListed(!isListed)}
        >
          {formatPoints(items.length)} selected
          <ChevronUp className="icon" aria-hidden="true" />
        </button>
        {items.length >= limit && <span className={styles.most}>the most at once</span>}
      </div>
      <div className={styles.actions}>{children}</div>
      <button type="button" aria-keyshortcuts="Escape" onClick={onClear}>
        <X className="icon" aria-hidden="true" />
        Clear
        <span className={styles.keyHint} aria-hidden="true">
          Esc
        </span>
      </button>
    </section>
  )
}

export interface BulkActionProps {
  icon: ReactNode
  busy?: boolean
  onClick: () => void
  children: ReactNode
}

/** One action of a `BulkBar`. */
export function BulkAction({ icon, busy = false, onClick, children }: BulkActionProps) {
  return (
    <button type="button" aria-disabled={busy || undefined} onClick={() => !busy && onClick()}>
      {busy ? <span className="spin" aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}
