import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'

export interface OptionsMenuProps {
  /** Name of the button, e.g. `Post options`. */
  label: string
  /** Left out for what cannot be edited. */
  onEdit?: (() => void) | undefined
  onDelete: () => void
}

/** Edit and Delete behind three dots. */
export function OptionsMenu({ label, onEdit, onDelete }: OptionsMenuProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menuId = useId()

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
    if (event.key === 'Escape') {
      setOpen(false)
      button.current?.focus()
      return
    }
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
    setOpen(false)
    // Back to the button first: a dialog gives the focus back to where it was when it opened.
    button.current?.focus()
    action()
  }

  return (
    <div className="options" ref={box}>
      <IconButton
        ref={button}
        label={label}
        icon={<Ellipsis className="i" aria-hidden="true" />}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div className="pop" role="menu" id={menuId} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
          {onEdit && (
            <button type="button" role="menuitem" tabIndex={-1} onClick={() => pick(onEdit)}>
              <Pencil className="i" aria-hidden="true" />
              Edit
            </button>
          )}
          <button type="button" role="menuitem" tabIndex={-1} className="bad" onClick={() => pick(onDelete)}>
            <Trash2 className="i" aria-hidden="true" />
            Delete
          </button>
        </div>
      )}
    </div>
  )
}
