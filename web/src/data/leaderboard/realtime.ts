import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '../../lib/realtime/table-changes.ts'
import { leaderboardKeys } from './keys.ts'

/**
 * Keeps rankings and places up to date. Points, names and badge counts all end in a profile's row, so the ledger
 * and the badges add nothing for members; guests may read none of these tables and are only told that one changed.
 */
export function useLeaderboardRealtime(): void {
  const queries = useQueryClient()
  useTableChanges(['profiles', 'points_log', 'user_badges'], () =>
    queries.invalidateQueries({ queryKey: leaderboardKeys.all }),
  )
}
