import Ellipsis from 'lucide-react/icons/ellipsis'
import { useEffect, useId, useRef, useState } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lateOnly } from '../ui/late.tsx'
import type { Options } from './options-list.tsx'
import * as styles from './options-menu.module.css'

const LateOptions = lateOnly(() => import('./options-list.tsx'))

export interface OptionsMenuProps extends Options {
  /** Name of the button, e.g. `Post options`. */
  label: string
  /** Takes the focus when it appears: its content was being edited. */
  takesFocus?: boolean
  className?: string
}

/** A button with a menu of what can be done with a post, a comment or a member. The menu's code is loaded late. */
export function OptionsMenu({ label, takesFocus = false, className, ...options }: OptionsMenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menuId = useId()
  const closeToButton = () => {
    setOpen(false)
    button.current?.focus()
  }
  const [isReturn] = useState(takesFocus)
  useEffect(() => {
    if (isReturn) button.current?.focus({ preventScroll: true })
  }, [isReturn])

  return (
    <div className={joinClasses(styles.options, className)}>
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
