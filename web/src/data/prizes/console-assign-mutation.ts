import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { claimsKeys } from '../claims/keys.ts'
import { prizesKeys } from './keys.ts'

export interface Assignment {
  packageId: string
  userId: string
  /** Exact to the millisecond: it identifies the assignment when its answer was lost. */
  claimDeadline: string
}

/** Gives every item of a package to a member, or none of them; repeating it after a lost answer gives nothing twice. */
export function useAssignMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: assign,
    onSettled: () =>
      Promise.all([prizesKeys.all, claimsKeys.all].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}

async function assign({ packageId, userId, claimDeadline }: Assignment): Promise<void> {
  const client = await supabase()
  const { data: earlier } = await client
    .from('prize_awards')
    .select('id, item:prize_items!inner (package_id)')
    .eq('user_id', userId)
    .eq('claim_deadline', claimDeadline)
    .eq('item.package_id', packageId)
    .limit(1)
    .throwOnError()
  if (earlier.length > 0) return
  await client
    .rpc('assign_prize_package', { package_id: packageId, user_id: userId, claim_deadline: claimDeadline })
    .throwOnError()
}
