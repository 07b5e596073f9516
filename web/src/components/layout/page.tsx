import { type ReactNode, useEffect } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'
import { showPageInTitle } from '../../lib/page-title.ts'

export interface PageProps {
  /** Text before ` | Bankside` in the window's title; also the heading unless `heading` is given. */
  title: string
  heading?: ReactNode
  /** A sentence under the heading. */
  lead?: ReactNode
  /** Buttons or controls at the right of the heading. */
  actions?: ReactNode
  /** The page draws its own `h1` and its own width; `main` gets only `className`. */
  bare?: boolean
  className?: string
  children: ReactNode
}

/** The `main` element of one screen, with the window's title and the only `h1`. */
export function Page({ title, heading = title, lead, actions, bare = false, className, children }: PageProps) {
  useDocumentTitle(title)
  return (
    <main id="main" tabIndex={-1} className={joinClasses(!bare && 'page', className)}>
      {!bare && (
        <div className={joinClasses('page-head', Boolean(actions) && 'cluster between wrap')}>
          <div>
            <h1 tabIndex={-1}>{heading}</h1>
            {lead && <p>{lead}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </main>
  )
}

/** Sets the window's title: `Leaderboard | Bankside`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    showPageInTitle(title)
  }, [title])
}
