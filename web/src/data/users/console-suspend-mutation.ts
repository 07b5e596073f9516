import { useMutation, useQueryClient } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'

export interface Suspension {
  userId: string
  suspended: boolean
}

/** Suspends a member from the newsfeed or lifts the suspension; repeating it changes nothing. */
export function useSuspendMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ userId, suspended }: Suspension) => {
      const client = await supabase()
      throwFailure(
        await client
          .from('profiles')
          .update({ is_suspended: suspended, updated_at: new Date().toISOString() })
          .eq('id', userId),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: usersKeys.all }),
  })
}
