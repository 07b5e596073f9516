import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { NETWORK_PAGE_SIZE } from '../../../../../contract/src/limits.ts'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { formatCount, formatPoints } from '../../../lib/format.ts'

export interface PagerProps {
  /** From 1. */
  page: number
  total: number
  onPage: (page: number) => void
}

/** Which members are shown out of how many, and the way to the next and previous ones. */
export function Pager({ page, total, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / NETWORK_PAGE_SIZE))
  const first = (page - 1) * NETWORK_PAGE_SIZE + 1
  const last = Math.min(page * NETWORK_PAGE_SIZE, total)
  return (
    <nav className="pager" aria-label="Pages">
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
        <span className="small quiet">
          {formatPoints(first)} to {formatPoints(last)} of {formatCount(total, 'member')}
        </span>
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
