import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '../../lib/realtime/table-changes.ts'
import { badgesKeys } from './keys.ts'

/** Keeps the lists of badges that admins look at up to date. */
export function useBadgesRealtime(): void {
  const queries = useQueryClient()
  useTableChanges(['user_badges'], () => queries.invalidateQueries({ queryKey: badgesKeys.all }))
}
