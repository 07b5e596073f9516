import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import type { Connections, Standing } from './connections-query.ts'
import { networkKeys } from './keys.ts'

/**
 * Sends a request to another member, or accepts theirs: the database turns a request in the opposite direction into
 * an acceptance. The button changes at once and ends on the database's state.
 */
export function useConnectMutation(userId: string) {
  const queryClient = useQueryClient()
  const queryKey = networkKeys.connections(userId)
  const patch = (memberId: string, standing: Standing | undefined) =>
    queryClient.setQueryData<Connections>(queryKey, (before) => {
      const { [memberId]: _, ...others } = before ?? {}
      return standing ? { ...others, [memberId]: standing } : others
    })

  return useMutation({
    mutationFn: (memberId: string) => ask(userId, memberId),
    onMutate: async (memberId) => {
      const before = queryClient.getQueryData<Connections>(queryKey)?.[memberId]
      // Before the first await, so that the second of two quick clicks finds the button changed.
      const stopped = queryClient.cancelQueries({ queryKey })
      patch(memberId, before === 'asked' ? 'connected' : 'requested')
      await stopped
      return { before }
    },
    // Only this member's entry is reverted: another request may still be running.
    onError: (_error, memberId, context) => patch(memberId, context?.before),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey }),
        queryClient.invalidateQueries({ queryKey: networkKeys.requests(userId) }),
      ]),
  })
}

async function ask(userId: string, memberId: string): Promise<void> {
  const client = await supabase()
  // Without returning the row: an accepted request creates none.
  const { error } = await client
    .from('member_connections')
    .insert({ user_id: userId, connected_user_id: memberId, status: 'pending' })
  // The pair already has a row, from another window or from a request whose answer was lost.
  if (error && error.code !== '23505') throw error
}
