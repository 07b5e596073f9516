import { useMutation } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'

export interface PasswordChange {
  current: string
  next: string
}

/** Changes one's own password; the service checks the current one in the same request. */
export function usePasswordChangeMutation() {
  return useMutation({
    mutationFn: async ({ current, next }: PasswordChange) => {
      const { error } = await (await supabase()).auth.updateUser({ password: next, current_password: current })
      if (error) throw error
    },
  })
}
