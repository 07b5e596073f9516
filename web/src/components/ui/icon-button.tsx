import clsx from 'clsx'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  /** The accessible name; the icon itself is hidden from assistive technology. */
  label: string
  icon: ReactNode
  /** Draws a border, for buttons that stand alone. */
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
      className={clsx('icon-btn', line && 'line', className)}
      aria-label={label}
    >
      {icon}
    </button>
  )
}
