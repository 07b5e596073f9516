import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RecordDecision } from '../../../../contract/src/column-types.ts'
import { refusalIn } from '../../lib/refusal.ts'
import { supabase } from '../../lib/supabase.ts'
import { catchesKeys } from '../catches/keys.ts'
import { overviewKeys } from '../overview/keys.ts'
import { consoleRecordsKeys, recordsKeys } from './keys.ts'

/** Why a decision about an offer was refused, as a sentence; undefined for any other failure. */
export const recordDecisionRefusal = refusalIn({
  23514: 'The reason has signs that cannot be used. Try it with letters, digits and spaces.',
  PT404: 'The catch was changed, taken back or deleted, so there is nothing to decide.',
  RC004: 'This is your own catch. Another of the team must decide.',
  RC005: (name) => `${name || 'Someone else'} has already decided this catch.`,
})

export interface DecidedOffer {
  id: string
  decision: RecordDecision
  /** Why it is declined, for the angler to read. */
  reason?: string
}

function useOfferMutation<Input>(mutationFn: (input: Input) => Promise<void>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    // Not awaited: what was decided is said before the offer leaves the list.
    onSettled: () => {
      for (const queryKey of [consoleRecordsKeys.all, recordsKeys.all, catchesKeys.all, overviewKeys.waiting()])
        void queries.invalidateQueries({ queryKey })
    },
  })
}

/** Verifies or declines an offered catch. Safe to repeat. */
export const useRecordDecisionMutation = () =>
  useOfferMutation(async (decided: DecidedOffer) => {
    const client = await supabase()
    await client.rpc('decide_record', { ...decided }).throwOnError()
  })

/** Undoes a decision: the catch waits again. Admins only. */
export const useRecordUndoMutation = () =>
  useOfferMutation(async (id: string) => {
    const client = await supabase()
    await client.rpc('undo_record', { id }).throwOnError()
  })
