import type { ReactNode } from 'react'
import * as styles from './detail-panel.module.css'
import type { SidePanel } from './use-side-panel.ts'

export interface WithPanelProps {
  panel: SidePanel
  /** The list. */
  children: ReactNode
  /** What the panel shows while it is open: a `FormDialog` with this panel. */
  form: ReactNode
}

/** A list, and beside it on laptops the form of one of its rows. */
export function WithPanel({ panel, form, children }: WithPanelProps) {
  return (
    <div className={styles.split} data-open={(panel.beside && panel.at !== undefined) || undefined}>
      <div className={styles.listColumn}>{children}</div>
      {panel.at && form}
    </div>
  )
}
