import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type DataColumn, DataTable } from '../../../components/console/data-table.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { LEDGER_PAGE_SIZE, ledgerQuery } from '../../../data/points/console-ledger-query.ts'
import type { LedgerRow } from '../../../data/points/ledger-row.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { formatCount, formatDay, formatMoment, formatPointsChange } from '../../../lib/format.ts'
import { kindName } from '../kind-name.ts'
import { exportLedger } from '../ledger-export.ts'
import * as styles from '../points.module.css'

const COLUMNS: DataColumn<LedgerRow>[] = [
  {
    key: 'date',
    header: 'Date',
    cell: (row) => (
      <time dateTime={row.created_at} title={formatMoment(row.created_at)}>
        {formatDay(row.created_at)}
      </time>
    ),
  },
  {
    key: 'points',
    header: 'Points',
    align: 'end',
    className: 'figure',
    cell: (row) => (
      <span className={row.points_change < 0 ? styles.isMinus : styles.isPlus}>
        {formatPointsChange(row.points_change)}
      </span>
    ),
  },
  {
    key: 'reason',
    header: 'Reason',
    cell: (row) => (
      <span className={styles.reason} dir="auto">
        {row.reason}
      </span>
    ),
  },
  { key: 'kind', header: 'Kind', cell: (row) => kindName(row.kind) },
  { key: 'by', header: 'By', cell: (row) => <bdi className={styles.author}>{row.created_by_username}</bdi> },
]

/** A member's complete ledger, newest first. Mount one per member (`key`). */
export function Ledger({ user }: { user: UserRow }) {
  const [page, setPage] = useState(1)
  const ledger = useQuery(ledgerQuery(user.id, page))
  const total = ledger.data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / LEDGER_PAGE_SIZE))
  const beyond = ledger.isSuccess && !ledger.isPlaceholderData && page > pages
  useEffect(() => {
    if (beyond) setPage(pages)
  }, [beyond, pages])

  return (
    <section className={styles.ledger} aria-labelledby="ledger">
      <div className={styles.ledgerHead}>
        <h2 id="ledger">Points History</h2>
        {total > 0 && (
          <ExportButton
            label="Export this ledger"
            fileName={`points-${user.username.replace(/[^\p{L}\p{N}_-]+/gu, '_')}`}
            load={() => exportLedger(user.id)}
          />
        )}
      </div>
      <DataTable
        label={`Points history of ${user.username}`}
        columns={COLUMNS}
        rows={ledger.data?.rows ?? []}
        rowKey={(row) => row.id}
        loading={ledger.isPending || ledger.isPlaceholderData || beyond}
        empty={<Empty title="No points history yet." />}
        error={ledger.error}
        onRetry={() => void ledger.refetch()}
      />
      <Pager
        label="Pages of the points history"
        page={page}
        pages={pages}
        onPage={setPage}
        note={total > 0 && formatCount(total, 'entry', 'entries')}
      />
    </section>
  )
}
