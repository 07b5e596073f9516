import clsx from 'clsx'
import { type ReactNode, useEffect } from 'react'

export interface PageProps {
  /** Text before ` | Bankside` in the window's title, and the heading unless `heading` says otherwise. */
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

/** The `main` of one screen, with the window's title and the one `h1`. */
export function Page({ title, heading = title, lead, actions, bare = false, className, children }: PageProps) {
  useDocumentTitle(title)
  return (
    <main id="main" tabIndex={-1} className={clsx(!bare && 'page', className)}>
      {!bare && (
        <div className={clsx('page-head', actions && 'row between wrap')}>
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

/** Names the window after the screen: `Leaderboard | Bankside`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | Bankside`
  }, [title])
}
