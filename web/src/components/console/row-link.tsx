import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { joinClasses } from '../../lib/join-classes.ts'
import * as styles from './dense.module.css'

export interface RowLinkProps extends Omit<LinkProps, 'children' | 'aria-label' | 'title'> {
  /** Names the row too: `Edit Spring draw`. */
  label: string
  /** The short label: the tooltip, and beside the icon on phones. */
  text: string
  icon: ReactNode
}

/** A `RowAction` that is a link. */
export function RowLink({ label, text, icon, className, ...rest }: RowLinkProps) {
  return (
    <Link {...rest} className={joinClasses('icon-button', styles.rowAction, className)} aria-label={label} title={text}>
      {icon}
      <span className={styles.actionName} aria-hidden="true">
        {text}
      </span>
    </Link>
  )
}
