import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { holdRequests, supabase } from '../../lib/supabase.ts'

const SIGN_OUT = ['sign-out']

/** Ends this browser's session. Fails with an AuthError when the service cannot be reached; the session then stays. */
export function useSignOutMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: SIGN_OUT,
    mutationFn: async () => {
      const client = await supabase()
      // What is still being asked for this member would be refused once the session is over.
      await queries.cancelQueries()
      const ending = client.auth.signOut({ scope: 'local' })
      // And so would what is asked until it is: a page that is just opening asks as a guest.
      holdRequests(ending)
      const { error } = await ending
      if (error) throw error
    },
  })
}

/** Whether the session is ending just now: until that is over nobody can say whose it is. */
export function useSigningOut(): boolean {
  return useIsMutating({ mutationKey: SIGN_OUT }) > 0
}
