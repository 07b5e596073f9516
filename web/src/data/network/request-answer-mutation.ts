import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { networkKeys } from './keys.ts'

export interface RequestAnswer {
  requestId: string
  accept: boolean
}

/** Accepts or declines a request to the viewer; the lists then show the database's state. */
export function useRequestAnswerMutation(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: answer,
    // Not awaited: the answered request disappears with the reload, and its caller must receive the success first.
    onSettled: () => {
      for (const queryKey of [networkKeys.requests(userId), networkKeys.connections(userId)])
        queryClient.invalidateQueries({ queryKey }).catch((error: unknown) => console.error(queryKey, error))
    },
  })
}

async function answer({ requestId, accept }: RequestAnswer): Promise<void> {
  const client = await supabase()
  const requests = client.from('member_connections')
  // A request that was taken back is no failure: the reloaded list no longer has it.
  if (accept) await requests.update({ status: 'accepted' }).eq('id', requestId).eq('status', 'pending').throwOnError()
  else await requests.delete().eq('id', requestId).eq('status', 'pending').throwOnError()
}
