import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { networkKeys } from './keys.ts'

export interface RequestAnswer {
  requestId: string
  accept: boolean
}

/** Accepts or declines a request to the viewer; the lists then show what the database holds. */
export function useRequestAnswerMutation(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: answer,
    // Not waited for: the answered request leaves the list with them, and its caller must hear of the success first.
    onSettled: () => {
      for (const queryKey of [networkKeys.requests(userId), networkKeys.connections(userId)])
        queryClient.invalidateQueries({ queryKey }).catch((error: unknown) => console.error(queryKey, error))
    },
  })
}

async function answer({ requestId, accept }: RequestAnswer): Promise<void> {
  const client = await supabase()
  const requests = client.from('member_connections')
  // A request taken back in the meantime is no failure: the list that follows is without it.
  if (accept) await requests.update({ status: 'accepted' }).eq('id', requestId).eq('status', 'pending').throwOnError()
  else await requests.delete().eq('id', requestId).eq('status', 'pending').throwOnError()
}
