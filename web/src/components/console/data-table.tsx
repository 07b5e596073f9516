import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import type { ReactNode } from 'react'
import type { ListSort } from '../../hooks/use-list-state.ts'
import type { FailedAction } from '../../lib/failure-text.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { ErrorBanner } from '../feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../feedback/skeleton.tsx'
import { Drawn, RowBoundary } from '../ui/row-boundary.tsx'
import * as styles from './data-table.module.css'
import * as list from './list.module.css'
import type { RowSelection } from './row-selection.ts'
import { PickAll, SelectAll } from './select-all.tsx'
import { SelectBox } from './select-box.tsx'

/** `full`, `actions`: a line of their own. The others are the four corners of the row. */
export type CellPlace = 'topLeft' | 'topRight' | 'left' | 'right' | 'full' | 'actions'

export interface DataColumn<Row> {
  key: string
  header: string
  sortable?: boolean
  align?: 'end'
  cell: (row: Row) => ReactNode
  /** Position of the cell on phones; a cell without one takes a line of its own, after its header's text. */
  place?: CellPlace
  className?: string
}

export interface DataTableProps<Row> {
  /** Names the table. */
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Key of the row whose panel is open. */
  openKey?: string | undefined
  selection?: RowSelection<Row> | undefined
  sort?: ListSort
  onSort?: (sort: ListSort) => void
  /** Without rows: skeleton rows. With rows: they stay, dimmed, until the next ones have loaded. */
  loading?: boolean
  /** Shown when there are no rows. */
  empty?: ReactNode
  /** A failed load; existing rows stay below its banner. */
  error?: unknown
  /** The text for a failed load. */
  failure?: FailedAction
  onRetry?: () => void
}

const PLACES: Record<CellPlace, string | undefined> = {
  topLeft: styles.topLeft,
  topRight: styles.topRight,
  left: styles.left,
  right: styles.right,
  full: styles.full,
  actions: styles.actions,
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A table on laptops, cards on phones. Headers sort: ascending first, then descending. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, selection, sort, onSort, loading = false, empty, error } = props
  const failed = error !== undefined && error !== null
  const banner = failed && (
    <ErrorBanner
      className={list.notice}
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
      {selection && <PickAll page={rows} selection={selection} />}
      <div className="card">
        <table
          className={styles.table}
          aria-label={label}
          aria-busy={loading}
          data-picking={selection?.isPicking || undefined}
        >
          <thead>
            <tr>
              {selection && (
                <th scope="col" className={styles.selectCell}>
                  <SelectAll page={rows} selection={selection} />
                </th>
              )}
              {columns.map((column) => (
                <Header key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                data-open={rowKey(row) === props.openKey || undefined}
                data-selected={selection?.isSelected(row) || undefined}
              >
                {selection && (
                  <td className={styles.selectCell}>
                    <SelectBox
                      label={`Select ${selection.nameOf(row)}`}
                      checked={selection.isSelected(row)}
                      onToggle={(isRange) => selection.onToggle(row, isRange)}
                    />
                  </td>
                )}
                {columns.map(({ key, header, align, place, className, cell }) => (
                  <td
                    key={key}
                    className={joinClasses(
                      place ? PLACES[place] : styles.labelled,
                      align && styles.alignEnd,
                      className,
                    )}
                    data-label={header}
                  >
                    {/* One boundary per cell: the actions of a row stay usable when another cell cannot be drawn. */}
                    <RowBoundary of={row} as="span">
                      <Drawn by={() => cell(row)} />
                    </RowBoundary>
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
  const className = align && styles.alignEnd
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
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ key, dir: dir === 'asc' ? 'desc' : 'asc' })}
      >
        {header}
        <Icon className="icon" aria-hidden="true" />
      </button>
    </th>
  )
}

function TableSkeleton() {
  return (
    <SkeletonGroup>
      <div className="card" aria-hidden="true">
        <div className={`${styles.waiting} ${styles.waitingHead}`} />
        {SKELETON_ROWS.map((key) => (
          <div key={key} className={styles.waiting}>
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
