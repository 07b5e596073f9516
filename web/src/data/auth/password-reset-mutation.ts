import { useMutation } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'

/** Requests a mail with a recovery link. The answer is the same whether or not the address has an account. */
export function useRequestPasswordResetMutation() {
  return useMutation({
    mutationFn: async (email: string) => {
      const client = await supabase()
      const redirectTo = `${window.location.origin}/reset-password`
      const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo })
      if (error) throw error
    },
  })
}

/** Sets a new password in a session that came from a recovery link. Fails with an AuthError. */
export function useResetPasswordMutation() {
  return useMutation({
    mutationFn: async (password: string) => {
      const client = await supabase()
      const { error } = await client.auth.updateUser({ password })
      if (error) throw error
    },
  })
}
