import { useMutation, useQueryClient } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'

export interface Suspension {
  userId: string
  /** The member reads it. */
  reason: string
  /** ISO 8601; null lasts until it is lifted. */
  endsAt: string | null
}

/** Suspends a member from the newsfeed; repeating it changes nothing. */
export function useSuspendMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ userId, reason, endsAt }: Suspension) => {
      const client = await supabase()
      // Without an end the argument is left out, and its default is none.
      const end = endsAt === null ? {} : { ends_at: endsAt }
      throwFailure(await client.rpc('suspend_member', { user_id: userId, reason, ...end }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: usersKeys.all }),
  })
}

/** Lifts the suspension of a member; repeating it changes nothing. */
export function useUnsuspendMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (userId: string) => {
      const client = await supabase()
      throwFailure(
        await client
          .from('profiles')
          .update({ is_suspended: false, updated_at: new Date().toISOString() })
          .eq('id', userId),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: usersKeys.all }),
  })
}
