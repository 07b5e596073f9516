import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPoints } from '../../lib/format.ts'
import { Page } from '../layout/page.tsx'

export interface ConsolePageProps {
  title: string
  /** How many there are, beside the title. */
  count?: number | undefined
  /** The way back to the list, before the title, on a page that is a part of a section. */
  back?: { to: string; label: string }
  /** Buttons at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** One section of the console: its window title, heading with count and actions, and the dense type. */
export function ConsolePage({ title, count, back, actions, children }: ConsolePageProps) {
  return (
    <Page title={`${title}, Console`} bare className="console-main dense">
      <div className="adm-head">
        {back && (
          <Link className="icon-btn" to={back.to} aria-label={back.label}>
            <ArrowLeft className="i" aria-hidden="true" />
          </Link>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {count !== undefined && <span className="count">{formatPoints(count)}</span>}
        {actions && <div className="adm-actions">{actions}</div>}
      </div>
      {children}
    </Page>
  )
}
