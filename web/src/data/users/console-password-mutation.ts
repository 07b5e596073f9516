import { useMutation } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'

export interface MemberPassword {
  userId: string
  /** 6 to 72 bytes of UTF-8. */
  password: string
}

/** Sets another member's password and ends all their sessions. */
export function useMemberPasswordMutation() {
  return useMutation({
    mutationFn: async ({ userId, password }: MemberPassword) => {
      const client = await supabase()
      throwFailure(await client.rpc('set_member_password', { user_id: userId, new_password: password }))
    },
  })
}
