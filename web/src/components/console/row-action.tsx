import type { ReactNode } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'
import { IconButton, type IconButtonProps } from '../ui/icon-button.tsx'
import * as styles from './dense.module.css'

export interface RowActionProps extends Omit<IconButtonProps, 'icon' | 'line'> {
  /** Names the row too: `Delete Spring draw`. */
  label: string
  /** The short label: the tooltip, and beside the icon on phones. */
  text: string
  icon: ReactNode
  danger?: boolean
}

/** One action of a row, placed inside `RowActions`: an icon on laptops, icon and label on phones. */
export function RowAction({ text, icon, danger = false, className, ...rest }: RowActionProps) {
  return (
    <IconButton
      {...rest}
      title={text}
      className={joinClasses(styles.rowAction, danger && styles.isDanger, className)}
      icon={
        <>
          {icon}
          <span className={styles.actionName} aria-hidden="true">
            {text}
          </span>
        </>
      }
    />
  )
}
