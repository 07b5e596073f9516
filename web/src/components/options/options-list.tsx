import Ban from 'lucide-react/icons/ban'
import Flag from 'lucide-react/icons/flag'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useBackCloses } from '../../hooks/use-back-closes.ts'

/** What the menu offers; undefined for what the viewer may not do. */
export interface Options {
  /** Not where sharing has a button of its own. */
  onShare?: (() => void) | undefined
  /** Not for content that cannot be edited. */
  onEdit?: (() => void) | undefined
  onDelete?: (() => void) | undefined
  /** Not for the viewer's own content. */
  onReport?: (() => void) | undefined
  mute?: Muting | undefined
  /** For a member only. */
  onBlock?: (() => void) | undefined
}

/** Mutes or unmutes something. */
export interface Muting {
  /** Mute or Unmute, and what. */
  text: string
  icon: ReactNode
  isBusy: boolean
  toggle: () => void
}

export interface OptionsListProps extends Options {
  id: string
  label: string
  onClose: () => void
  /** Closes the menu, and gives the focus back to its button. */
  onReturn: () => void
}

/** The open menu: Share, Edit and Mute, below a rule Report and Block, and Delete. Arrows, Home and End move, Escape and Tab close. */
export default function OptionsList({
  id,
  label,
  onShare,
  onEdit,
  mute,
  onDelete,
  onReport,
  onBlock,
  onClose,
  onReturn,
}: OptionsListProps) {
  const list = useRef<HTMLDivElement>(null)
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  // Before the list can be seen and clicked: later, it would take the focus that an early choice has given back.
  useLayoutEffect(() => list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), [])
  useBackCloses(true, onReturn)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // The button is beside the list.
    const box = list.current?.parentElement
    const closeOutside = (event: PointerEvent) => {
      if (!box?.contains(event.target as Node)) close()
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return onClose()
    if (event.key === 'Escape') return onReturn()
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to =
      event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : event.key === 'Home' ? 0 : undefined
    const target = event.key === 'End' ? all.at(-1) : to === undefined ? undefined : all.at(to % all.length)
    if (!target) return
    event.preventDefault()
    target.focus()
  }

  const pick = (action: () => void) => {
    // Focus returns to the button first, because a dialog returns the focus to the element that had it when it opened.
    onReturn()
    action()
  }

  return (
    <div className="popover" role="menu" id={id} aria-label={label} tabIndex={-1} ref={list} onKeyDown={onKeyDown}>
      {onShare && (
        <button type="button" role="menuitem" tabIndex={-1} onClick={() => pick(onShare)}>
          <Share2 className="icon" aria-hidden="true" />
          Share
        </button>
      )}
      {onEdit && (
        <button type="button" role="menuitem" tabIndex={-1} onClick={() => pick(onEdit)}>
          <Pencil className="icon" aria-hidden="true" />
          Edit
        </button>
      )}
      {mute && (
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={mute.isBusy || undefined}
          onClick={() => !mute.isBusy && pick(mute.toggle)}
        >
          {mute.icon}
          {mute.text}
        </button>
      )}
      {(onReport || onBlock) && (onShare || onEdit || mute) && <hr />}
      {onReport && (
        <button type="button" role="menuitem" tabIndex={-1} className="is-danger" onClick={() => pick(onReport)}>
          <Flag className="icon" aria-hidden="true" />
          Report
        </button>
      )}
      {onBlock && (
        <button type="button" role="menuitem" tabIndex={-1} className="is-danger" onClick={() => pick(onBlock)}>
          <Ban className="icon" aria-hidden="true" />
          Block
        </button>
      )}
      {onDelete && (
        <button type="button" role="menuitem" tabIndex={-1} className="is-danger" onClick={() => pick(onDelete)}>
          <Trash2 className="icon" aria-hidden="true" />
          Delete
        </button>
      )}
    </div>
  )
}
