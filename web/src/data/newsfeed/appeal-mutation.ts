import { useMutation, useQueryClient } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { newsfeedKeys } from './keys.ts'

/** Answers the team about the member's suspension. The same text again is the first one; `SU002` for another text. */
export function useAppealMutation(userId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (message: string) => {
      const client = await supabase()
      throwFailure(await client.rpc('answer_suspension', { message }))
    },
    // Before the form is done, so that the answer takes its place.
    onSettled: () => queries.invalidateQueries({ queryKey: newsfeedKeys.standing(userId) }),
  })
}
