import { useMutation } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'

/** Ends the mails that a mailed, signed text names; nobody has to be signed in. */
export function useUnsubscribeMutation() {
  return useMutation({
    mutationFn: async (token: string) => {
      const client = await supabase()
      const { error } = await client.functions.invoke(`deliver/unsubscribe?token=${encodeURIComponent(token)}`)
      if (error) throw error
    },
  })
}
