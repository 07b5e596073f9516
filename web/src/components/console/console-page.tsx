import type { ReactNode } from 'react'
import { formatPoints } from '../../lib/format.ts'
import { Page } from '../layout/page.tsx'

export interface ConsolePageProps {
  title: string
  /** How many there are, beside the title. */
  count?: number | undefined
  /** Buttons at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** One section of the console: its window title, heading with count and actions, and the dense type. */
export function ConsolePage({ title, count, actions, children }: ConsolePageProps) {
  return (
    <Page title={`${title}, Console`} bare className="console-main dense">
      <div className="adm-head">
        <h1 tabIndex={-1}>{title}</h1>
        {count !== undefined && <span className="count">{formatPoints(count)}</span>}
        {actions && <div className="adm-actions">{actions}</div>}
      </div>
      {children}
    </Page>
  )
}
