import { useMutation } from '@tanstack/react-query'
import { isCurrentPassword } from '../../lib/current-password.ts'
import { supabase } from '../../lib/supabase.ts'
import { useUnanswered } from '../../lib/unanswered.ts'

export interface PasswordChange {
  current: string
  next: string
}

/**
 * Changes one's own password; the service checks the current one in the same request. Safe to repeat after a lost
 * answer, when the new password is the current one already.
 */
export function usePasswordChangeMutation() {
  const unanswered = useUnanswered()
  return useMutation({
    mutationFn: async ({ current, next }: PasswordChange) => {
      const client = await supabase()
      const { error } = await client.auth.updateUser({ password: next, current_password: current })
      if (error && !(unanswered.has(next) && (await isCurrentPassword(client, next)))) throw error
    },
    onError: (error, { next }) => unanswered.note(next, error),
  })
}
