import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'

/** Ends this browser's session. Fails with an AuthError when the service cannot be reached; the session then stays. */
export function useSignOutMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const client = await supabase()
      // What is still being asked for this member would be refused once the session is over.
      await queries.cancelQueries()
      const { error } = await client.auth.signOut({ scope: 'local' })
      if (error) throw error
    },
  })
}
