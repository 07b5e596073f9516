import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPoints } from '../../lib/format.ts'
import { Page } from '../layout/page.tsx'
import * as styles from './console-page.module.css'
import * as controls from './dense.module.css'

export interface ConsolePageProps {
  title: string
  /** Number of entries, shown beside the title. */
  count?: number | undefined
  /** What is counted, where it is not what the title names. */
  counted?: string
  /** Link back to the list, before the title, on a page within a section. */
  back?: { to: string; label: string }
  /** Buttons at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** One section of the console: its window title, heading with count and actions, and the dense type. */
export function ConsolePage({ title, count, counted, back, actions, children }: ConsolePageProps) {
  return (
    <Page title={`${title}, Console`} bare className={`${styles.main} ${controls.dense}`}>
      <div className={styles.head}>
        {back && (
          <Link className="icon-button" to={back.to} aria-label={back.label}>
            <ArrowLeft className="icon" aria-hidden="true" />
          </Link>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {count !== undefined && (
          <span className="count">{counted ? `${formatPoints(count)} ${counted}` : formatPoints(count)}</span>
        )}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </Page>
  )
}
