import type { ReactNode } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'
import * as styles from './dense.module.css'

/** The actions of one row, aligned to its end; the row's style can override this with `--row-actions`. */
export function RowActions({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={joinClasses(styles.rowActions, className)}>{children}</div>
}
