import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NotAuthenticated, throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { badgesKeys } from './keys.ts'

export interface NewBadge {
  /** Chosen by the browser and kept over every attempt: the same badge is made once. */
  id: string
  name: string
  description: string
  icon: string
  color: string
}

/**
 * Makes a custom badge.
 * @param adminId the caller, or undefined when nobody is signed in.
 */
export function useBadgeCreateMutation(adminId: string | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (badge: NewBadge) => {
      if (!adminId) throw new NotAuthenticated()
      const client = await supabase()
      const answer = await client.from('badges').insert({ ...badge, is_custom: true, created_by: adminId })
      // An attempt before this one had arrived, although its answer had not.
      if (answer.error?.code !== '23505') throwFailure(answer)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: badgesKeys.all }),
  })
}
