import { useMutation } from '@tanstack/react-query'
import { HOME_OF_MEMBERS } from '../../lib/origin.ts'
import { supabase } from '../../lib/supabase.ts'

/** Requests a sign-up's mail again. The answer is the same whether or not there is an unconfirmed account. */
export function useResendMutation() {
  return useMutation({
    mutationFn: async (email: string) => {
      const client = await supabase()
      const options = { emailRedirectTo: `${window.location.origin}${HOME_OF_MEMBERS}` }
      const { error } = await client.auth.resend({ type: 'signup', email, options })
      if (error) throw error
    },
  })
}
