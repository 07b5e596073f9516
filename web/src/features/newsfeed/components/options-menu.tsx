import Ellipsis from 'lucide-react/icons/ellipsis'
import Flag from 'lucide-react/icons/flag'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { useBackCloses } from '../../../hooks/use-back-closes.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../options-menu.module.css'

export interface OptionsMenuProps {
  /** Name of the button, e.g. `Post options`. */
  label: string
  /** Undefined for content that cannot be edited. */
  onEdit?: (() => void) | undefined
  /** Undefined for content that the viewer may not delete. */
  onDelete?: (() => void) | undefined
  /** Undefined for the viewer's own content. */
  onReport?: (() => void) | undefined
  /** Takes the focus when it appears: its content was being edited. */
  takesFocus?: boolean
  className?: string
}

/** A menu with Edit, Delete and Report. */
export function OptionsMenu({ label, onEdit, onDelete, onReport, takesFocus = false, className }: OptionsMenuProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menuId = useId()
  const closeToButton = () => {
    setOpen(false)
    button.current?.focus()
  }
  useBackCloses(open, closeToButton)
  const [isReturn] = useState(takesFocus)
  useEffect(() => {
    if (isReturn) button.current?.focus({ preventScroll: true })
  }, [isReturn])

  useEffect(() => {
    if (!open) return
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return setOpen(false)
    if (event.key === 'Escape') return closeToButton()
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const to =
      event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : event.key === 'Home' ? 0 : undefined
    const target = event.key === 'End' ? items.at(-1) : to === undefined ? undefined : items.at(to % items.length)
    if (!target) return
    event.preventDefault()
    target.focus()
  }

  const pick = (action: () => void) => {
    // Focus returns to the button first, because a dialog returns the focus to the element that had it when it opened.
    closeToButton()
    action()
  }

  return (
    <div className={joinClasses(styles.options, className)} ref={box}>
      <IconButton
        ref={button}
        label={label}
        icon={<Ellipsis className="icon" aria-hidden="true" />}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div className="popover" role="menu" id={menuId} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
          {onEdit && (
            <button type="button" role="menuitem" tabIndex={-1} onClick={() => pick(onEdit)}>
              <Pencil className="icon" aria-hidden="true" />
              Edit
            </button>
          )}
          {onReport && (
            <button type="button" role="menuitem" tabIndex={-1} onClick={() => pick(onReport)}>
              <Flag className="icon" aria-hidden="true" />
              Report
            </button>
          )}
          {onDelete && (
            <button type="button" role="menuitem" tabIndex={-1} className="is-danger" onClick={() => pick(onDelete)}>
              <Trash2 className="icon" aria-hidden="true" />
              Delete
            </button>
          )}
        </div>
      )}
    </div>
  )
}
