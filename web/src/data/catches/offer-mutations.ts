import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refusalIn } from '../../lib/refusal.ts'
import { supabase } from '../../lib/supabase.ts'
import { catchesKeys } from './keys.ts'

/** Why a catch could not be offered, as a sentence; undefined for any other failure. */
export const offerRefusal = refusalIn({
  '42501': 'Your account is suspended, so nothing can be offered.',
  PT404: 'The catch is no longer in your journal.',
  PT429: 'You have reached the limit of offers for one day. Try again tomorrow.',
  RC001: 'Only a catch with a photo that is shared with Everyone can be a record.',
  RC002: 'Five of your catches wait already. Take one back, or wait for the team.',
  RC003: 'The team has declined this catch as it is. Change it first.',
  RC006: 'It is much as it was when the team declined it. Change more than its weight, or offer it again tomorrow.',
})

function useOfferMutation(mutationFn: (catchId: string) => Promise<void>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: catchesKeys.all }),
  })
}

/** Offers a catch for the club records. Safe to repeat. */
export const useOfferRecordMutation = () =>
  useOfferMutation(async (catch_id) => {
    const client = await supabase()
    await client.rpc('offer_record', { catch_id }).throwOnError()
  })

/** Takes back an offer that waits. Safe to repeat. */
export const useWithdrawRecordMutation = () =>
  useOfferMutation(async (catch_id) => {
    const client = await supabase()
    await client.rpc('withdraw_record', { catch_id }).throwOnError()
  })
