import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { formatPoints } from '../../lib/format.ts'
import { IconButton } from './icon-button.tsx'

export interface PagerProps {
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
  /** Accessible name, e.g. `Pages of users`. */
  label: string
  /** A quiet line under the number, e.g. `1 to 30 of 248 members`; it stays when there is one page only. */
  note?: ReactNode
}

/** The way to the next and previous page; nothing when there is one page and nothing to note. */
export function Pager({ page, pages, onPage, label, note }: PagerProps) {
  if (pages <= 1 && !note) return null
  return (
    <nav className="pager" aria-label={label}>
      {pages > 1 && (
        <IconButton
          line
          label="Previous page"
          icon={<ChevronLeft className="i" aria-hidden="true" />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
      )}
      <span className="pager-text">
        {pages > 1 && (
          <span>
            Page {formatPoints(page)} of {formatPoints(pages)}
          </span>
        )}
        {note && <span className="small quiet">{note}</span>}
      </span>
      {pages > 1 && (
        <IconButton
          line
          label="Next page"
          icon={<ChevronRight className="i" aria-hidden="true" />}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      )}
    </nav>
  )
}
