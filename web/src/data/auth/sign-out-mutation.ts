import { useMutation } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'

/** Ends this browser's session. Fails with an AuthError when the service cannot be reached; the session then stays. */
export function useSignOutMutation() {
  return useMutation({
    mutationFn: async () => {
      const client = await supabase()
      const { error } = await client.auth.signOut({ scope: 'local' })
      if (error) throw error
    },
  })
}
