import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { againIfLost } from '../../lib/answer-lost.ts'
import { LAST_FEED } from '../../lib/own-device.ts'
import { supabase } from '../../lib/supabase.ts'
import { newsfeedKeys } from '../newsfeed/keys.ts'

/** Blocks a member; again is the same. */
export function useBlockMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (memberId: string) => {
      const client = await supabase()
      await againIfLost(async () => client.rpc('block_member', { member_id: memberId }).throwOnError())
    },
    onSuccess: () => forgetSeen(queries),
  })
}

/** Ends the viewer's block of a member, if there is one. */
export function useUnblockMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (memberId: string) => {
      const client = await supabase()
      await againIfLost(async () => client.rpc('unblock_member', { member_id: memberId }).throwOnError())
    },
    onSuccess: () => forgetSeen(queries),
  })
}

/** Everything is loaded again: what the two wrote may be on any screen. */
function forgetSeen(queries: QueryClient): Promise<void> {
  try {
    localStorage.removeItem(LAST_FEED)
  } catch {
    // Nothing can be stored on this device.
  }
  queries.removeQueries({ queryKey: newsfeedKeys.all, type: 'inactive' })
  return queries.invalidateQueries()
}
