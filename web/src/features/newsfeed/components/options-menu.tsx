import Ellipsis from 'lucide-react/icons/ellipsis'
import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { useBackCloses } from '../../../hooks/use-back-closes.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../options-menu.module.css'
import { LateOptions } from './late-options.tsx'
import type { Options } from './options-list.tsx'

export interface OptionsMenuProps extends Options {
  /** Name of the button, e.g. `Post options`. */
  label: string
  /** Takes the focus when it appears: its content was being edited. */
  takesFocus?: boolean
  className?: string
}

/** A button with a menu of Edit, Report and Delete, whose code is loaded after the first screen. */
export function OptionsMenu({ label, takesFocus = false, className, ...options }: OptionsMenuProps) {
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
    const closeOutside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

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
        <LateOptions {...options} id={menuId} label={label} onClose={() => setOpen(false)} onReturn={closeToButton} />
      )}
    </div>
  )
}
