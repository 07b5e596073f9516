import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '../../lib/realtime/table-changes.ts'
import { cardsKeys } from './keys.ts'

/** Keeps the info cards of every place up to date. */
export function useCardsRealtime(): void {
  const queries = useQueryClient()
  useTableChanges(['info_cards'], () => queries.invalidateQueries({ queryKey: cardsKeys.all }))
}
