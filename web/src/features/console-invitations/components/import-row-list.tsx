import { useState } from 'react'
import { type DataColumn, DataTable } from '../../../components/console/data-table.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import * as styles from '../import.module.css'
import type { ImportRow } from '../import-rows.ts'
import { fateName, fateReason, fateTone, knownText, planned } from '../import-text.ts'

const COLUMNS: readonly DataColumn<ImportRow>[] = [
  {
    key: 'address',
    header: 'Email',
    place: 'topLeft',
    className: styles.main,
    cell: ({ row, written }) => (
      <>
        <bdi className="strong">{written.address.slice(0, 100) || 'No address'}</bdi>
        <span className={styles.second}>Row {formatPoints(row)}</span>
      </>
    ),
  },
  {
    key: 'fate',
    header: 'What happens',
    place: 'topRight',
    cell: (row) => <Pill tone={fateTone(planned(row))}>{fateName(planned(row))}</Pill>,
  },
  {
    key: 'known',
    header: 'In the file',
    place: 'full',
    className: styles.main,
    cell: (row) => (
      <>
        <bdi>{knownText(row)}</bdi>
        {row.problem && <span className={styles.second}>{fateReason(row.problem)}</span>}
      </>
    ),
  },
]

const PAGE_SIZE = 50

/** The rows page by page, those that cannot be sent first. */
export function ImportRowList({ rows }: { rows: readonly ImportRow[] }) {
  const [page, setPage] = useState(1)
  const ordered = [...rows.filter(({ problem }) => problem), ...rows.filter(({ problem }) => !problem)]
  const first = (page - 1) * PAGE_SIZE
  const shown = ordered.slice(first, first + PAGE_SIZE)
  return (
    <div className={styles.rows}>
      <div>
        <DataTable label="Rows of the file" columns={COLUMNS} rows={shown} rowKey={({ row }) => String(row)} />
      </div>
      <Pager
        page={page}
        pages={Math.ceil(ordered.length / PAGE_SIZE)}
        onPage={setPage}
        label="Pages of rows"
        note={`${formatPoints(first + 1)} to ${formatPoints(first + shown.length)} of ${formatCount(ordered.length, 'row')}`}
      />
    </div>
  )
}
