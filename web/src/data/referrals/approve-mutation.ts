import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { profileKeys } from '../profile/keys.ts'
import { referralsKeys } from './keys.ts'

/** Approves one of the viewer's pending referrals; safe to repeat. The database credits the points in the same transaction. */
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
  const client = await supabase()
  const { data: approved } = await client
    .from('referrals')
    .update({ status: 'completed' })
    .eq('id', referralId)
    .eq('status', 'pending')
    .select('id')
    .throwOnError()
  if (approved.length > 0) return
  // It may have been approved before, in another window or by an attempt whose answer was lost.
  await client.from('referrals').select('id').eq('id', referralId).eq('status', 'completed').single().throwOnError()
}
