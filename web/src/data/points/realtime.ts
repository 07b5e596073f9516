import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '../../lib/realtime/table-changes.ts'
import { pointsKeys } from './keys.ts'

/** Keeps the ledgers that admins look at up to date. */
export function usePointsRealtime(): void {
  const queries = useQueryClient()
  useTableChanges(['points_log'], () => queries.invalidateQueries({ queryKey: pointsKeys.all }))
}
