import { useMutation } from '@tanstack/react-query'
import { isCurrentPassword } from '../../lib/current-password.ts'
import { supabase } from '../../lib/supabase.ts'
import { useUnanswered } from '../../lib/unanswered.ts'

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

/**
 * Sets a new password in a session that came from a recovery link. Safe to repeat after a lost answer. Fails with an
 * AuthError.
 */
export function useResetPasswordMutation() {
  const unanswered = useUnanswered()
  return useMutation({
    mutationFn: async (password: string) => {
      const client = await supabase()
      const { error } = await client.auth.updateUser({ password })
      if (error && !(unanswered.has(password) && (await isCurrentPassword(client, password)))) throw error
    },
    onError: (error, password) => unanswered.note(password, error),
  })
}
