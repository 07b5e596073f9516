import { useMutation } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'

/** Stops the emails that a signed token from an email names. No session is needed. */
export function useUnsubscribeMutation() {
  return useMutation({
    mutationFn: async (token: string) => {
      const client = await supabase()
      const { error } = await client.functions.invoke(`deliver/unsubscribe?token=${encodeURIComponent(token)}`)
      if (error) throw error
    },
  })
}
