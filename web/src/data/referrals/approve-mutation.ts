import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { profileKeys } from '../profile/keys.ts'
import { referralsKeys } from './keys.ts'

/** Approves one of the viewer's pending referrals; the database credits the points in the same transaction. */
export function useReferralApproveMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: approve,
    // After a failure too: another window may already have approved it.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: referralsKeys.all }),
        queryClient.invalidateQueries({ queryKey: profileKeys.all }),
        queryClient.invalidateQueries({ queryKey: leaderboardKeys.all }),
      ]),
  })
}

async function approve(referralId: string): Promise<void> {
  // Updating no row is no error for the database, but nothing was approved then.
  const client = await supabase()
  await client
    .from('referrals')
    .update({ status: 'completed' })
    .eq('id', referralId)
    .eq('status', 'pending')
    .select('id')
    .single()
    .throwOnError()
}
