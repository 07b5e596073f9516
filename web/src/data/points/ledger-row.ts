/** One row of the ledger as admins see it. */
export interface LedgerRow {
  id: string
  user_id: string
  /** Whose points they are. */
  username: string
  kind: string
  points_change: number
  reason: string
  created_at: string
  /** Who caused it; null for a member who is gone, and for what no member caused. */
  created_by_username: string | null
}

export const LEDGER_COLUMNS = 'id, user_id, username, kind, points_change, reason, created_at, created_by_username'
