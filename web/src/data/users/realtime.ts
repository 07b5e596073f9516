import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '../../lib/realtime/table-changes.ts'
import { usersKeys } from './keys.ts'

/** Keeps the console's lists of accounts up to date. */
export function useUsersRealtime(): void {
  const queries = useQueryClient()
  useTableChanges(['profiles'], () => queries.invalidateQueries({ queryKey: usersKeys.all }))
}
