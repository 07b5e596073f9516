import clsx from 'clsx'
import type { ReactNode } from 'react'
import { IconButton, type IconButtonProps } from '../ui/icon-button.tsx'

export interface RowActionProps extends Omit<IconButtonProps, 'icon' | 'line'> {
  /** Names the row too: `Delete Spring draw`. */
  label: string
  /** The short word: the tooltip, and beside the icon on phones. */
  word: string
  icon: ReactNode
  danger?: boolean
}

/** One action of a row, to stand inside `acts-end`: an icon on laptops, icon and word on phones. */
export function RowAction({ word, icon, danger = false, className, ...rest }: RowActionProps) {
  return (
    <IconButton
      {...rest}
      title={word}
      className={clsx('row-action', danger && 'is-danger', className)}
      icon={
        <>
          {icon}
          <span className="lbl" aria-hidden="true">
            {word}
          </span>
        </>
      }
    />
  )
}
