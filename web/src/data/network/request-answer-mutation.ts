import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { networkKeys } from './keys.ts'

export interface RequestAnswer {
  /** Who sent the request. */
  memberId: string
  accept: boolean
}

/** Accepts or declines a request to the viewer; the lists then show the database's state. */
export function useRequestAnswerMutation(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (given: RequestAnswer) => answer(userId, given),
    // Not awaited: the answered request disappears with the reload, and its caller must receive the success first.
    onSettled: () => {
      for (const queryKey of [networkKeys.requests(userId), networkKeys.connections(userId)])
        queryClient.invalidateQueries({ queryKey }).catch((error: unknown) => console.error(queryKey, error))
    },
  })
}

async function answer(userId: string, { memberId, accept }: RequestAnswer): Promise<void> {
  const client = await supabase()
  const requests = client.from('member_connections')
  // A request that was taken back is no failure: the reloaded list no longer has it.
  await (accept ? requests.update({ status: 'accepted' }) : requests.delete())
    .eq('user_id', memberId)
    .eq('connected_user_id', userId)
    .eq('status', 'pending')
    .throwOnError()
}
