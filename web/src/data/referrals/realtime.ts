import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '../../lib/realtime/table-changes.ts'
import { referralsKeys } from './keys.ts'

/** Keeps the list of those whom the member invited up to date. */
export function useReferralsRealtime(): void {
  const queries = useQueryClient()
  useTableChanges(['referrals'], () => queries.invalidateQueries({ queryKey: referralsKeys.all }))
}
