import { useMutation, useQueryClient } from '@tanstack/react-query'
import { againIfLost } from '../../lib/answer-lost.ts'
import { refusalIn } from '../../lib/refusal.ts'
import { supabase } from '../../lib/supabase.ts'
import { referralsKeys } from './keys.ts'

/** Why the database made no invitation, as a sentence; undefined for any other failure. */
export const invitationRefusal = refusalIn({
  '42501': 'You cannot invite others while you are suspended.',
  JN001: 'The club no longer asks for invitations.',
  PT429: 'You have made 5 links today. Try again tomorrow.',
})

/** Makes an invitation in place of the one with this code, or the first one. */
export function useInvitationMutation(userId: string) {
  const queries = useQueryClient()
  const queryKey = referralsKeys.invitation(userId)
  return useMutation({
    mutationFn: async (replaces: string | null) => {
      const client = await supabase()
      const values = replaces === null ? {} : { replaces }
      const { data } = await againIfLost(async () => client.rpc('make_invitation', values).throwOnError())
      return data[0] ?? null
    },
    onSuccess: (invitation) => queries.setQueryData(queryKey, invitation),
    onError: () => queries.invalidateQueries({ queryKey }),
  })
}
