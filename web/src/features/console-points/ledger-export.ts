import { loadWholeLedger } from '../../data/points/console-export.ts'
import type { LedgerRow } from '../../data/points/ledger-row.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import { kindName } from './kind-name.ts'

const COLUMNS: readonly CsvColumn<LedgerRow>[] = [
  { header: 'Date', value: (row) => row.created_at },
  { header: 'User', value: (row) => row.username },
  { header: 'Points', value: (row) => row.points_change },
  { header: 'Kind', value: (row) => kindName(row.kind) },
  { header: 'Reason', value: (row) => row.reason },
  { header: 'By', value: (row) => row.created_by_username },
  { header: 'User id', value: (row) => row.user_id },
]

/** The ledger of all members, or of one, for a spreadsheet. */
export const exportLedger = async (userId?: string) => ({ columns: COLUMNS, rows: await loadWholeLedger(userId) })
