import { NETWORK_PAGE_SIZE } from '../../../../../contract/src/limits.ts'
import { Pager } from '../../../components/ui/pager.tsx'
import { formatCount, formatPoints } from '../../../lib/format.ts'

export interface MemberPagerProps {
  /** From 1. */
  page: number
  total: number
  onPage: (page: number) => void
}

/** The range and total of members, with links to the next and previous page. */
export function MemberPager({ page, total, onPage }: MemberPagerProps) {
  const first = (page - 1) * NETWORK_PAGE_SIZE + 1
  const last = Math.min(page * NETWORK_PAGE_SIZE, total)
  return (
    <Pager
      page={page}
      pages={Math.ceil(total / NETWORK_PAGE_SIZE)}
      onPage={onPage}
      label="Pages"
      note={`${formatPoints(first)} to ${formatPoints(last)} of ${formatCount(total, 'member')}`}
    />
  )
}
