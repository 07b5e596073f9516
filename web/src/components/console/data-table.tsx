import clsx from 'clsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import type { ReactNode } from 'react'
import type { ListSort } from '../../hooks/use-list-state.ts'
import type { FailedAction } from '../../lib/failure-text.ts'
import { ErrorBanner } from '../feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../feedback/skeleton.tsx'

export interface DataColumn<Row> {
  key: string
  header: string
  sortable?: boolean
  align?: 'end'
  cell: (row: Row) => ReactNode
  /** Places the cell on phones (`c-user`, `c-status`, ...); a cell without one stands below with its header's word. */
  className?: string
}

export interface DataTableProps<Row> {
  /** Names the table. */
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: ListSort
  onSort?: (sort: ListSort) => void
  /** With no rows yet: skeleton rows. With rows: they stay, dimmed, until the next ones are there. */
  loading?: boolean
  /** What stands in place of no rows. */
  empty?: ReactNode
  /** A failed load; rows that are there stay under its banner. */
  error?: unknown
  /** Names the words for a failed load. */
  failure?: FailedAction
  onRetry?: () => void
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A table on laptops, cards on phones. Headers sort: first upwards, then downwards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, loading = false, empty, error } = props
  const failed = error !== undefined && error !== null
  const banner = failed && (
    <ErrorBanner
      className="table-failure"
      action={props.failure ?? 'loadData'}
      error={error}
      {...(props.onRetry && { onRetry: props.onRetry })}
    />
  )
  if (rows.length === 0) {
    if (failed) return banner
    if (loading) return <TableSkeleton />
    return <div className="card">{empty}</div>
  }
  return (
    <>
      {banner}
      <div className="card tbl-card">
        <table className="tbl" aria-label={label} aria-busy={loading}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Header key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map(({ key, header, align, className, cell }) => (
                  <td key={key} className={clsx(className ?? 'c-plain', align && 'r')} data-label={header}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface HeaderProps<Row> {
  column: DataColumn<Row>
  sort: ListSort | undefined
  onSort: ((sort: ListSort) => void) | undefined
}

function Header<Row>({ column: { key, header, sortable, align }, sort, onSort }: HeaderProps<Row>) {
  const className = align && 'r'
  if (!sortable || !onSort) {
    return (
      <th scope="col" className={className}>
        {header}
      </th>
    )
  }
  const dir = sort?.key === key ? sort.dir : undefined
  const Icon = dir === undefined ? ArrowUpDown : dir === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      className={className}
      aria-sort={dir === undefined ? 'none' : dir === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className="sort" onClick={() => onSort({ key, dir: dir === 'asc' ? 'desc' : 'asc' })}>
        {header}
        <Icon className="i" aria-hidden="true" />
      </button>
    </th>
  )
}

function TableSkeleton() {
  return (
    <SkeletonGroup>
      <div className="card tbl-card" aria-hidden="true">
        <div className="tbl-sk tbl-sk-head" />
        {SKELETON_ROWS.map((key) => (
          <div key={key} className="tbl-sk">
            <Skeleton circle width={36} height={36} />
            <Skeleton width="22%" />
            <Skeleton width="28%" />
            <Skeleton width={72} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
