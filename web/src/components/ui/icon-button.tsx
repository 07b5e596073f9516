import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  /** The accessible name; the icon itself is hidden from assistive technology. */
  label: string
  icon: ReactNode
  /** Draws a border, for a button that stands alone. */
  line?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A 44 px square button that shows only an icon. */
export function IconButton({ label, icon, line = false, className, ref, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      ref={ref}
      className={joinClasses('icon-button', line && 'line', className)}
      aria-label={label}
    >
      {icon}
    </button>
  )
}
