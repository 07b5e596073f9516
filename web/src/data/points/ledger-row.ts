import type { BanksideClient, RowOf } from '../../lib/supabase.ts'

/**
 * One row of the ledger as admins see it. `username` is the owner of the points; `created_by_username` the member who
 * caused it, null for a deleted member and for automatic rows.
 */
export type LedgerRow = RowOf<typeof ledger>

export const ledger = (client: BanksideClient, counting?: { count: 'exact' }) =>
  client
    .from('points_ledger')
    .select('id, user_id, username, kind, points_change, reason, created_at, created_by_username', counting)
