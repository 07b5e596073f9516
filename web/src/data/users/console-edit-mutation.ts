import { useMutation, useQueryClient } from '@tanstack/react-query'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'

export interface UserEdit {
  userId: string
  /** What the admin saw when the form opened. */
  seen: { username: string; isAdmin: boolean }
  username: string
  isAdmin: boolean
}

/**
 * Changes a member's name and rights.
 * @throws {StaleError} when another admin, or the member, changed either meanwhile, or the member is gone.
 */
export function useUserEditMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: editUser,
    onSettled: () => queries.invalidateQueries({ queryKey: usersKeys.all }),
  })
}

async function editUser({ userId, seen, username, isAdmin }: UserEdit): Promise<void> {
  const client = await supabase()
  const answer = await client
    .from('profiles')
    .update({ username, is_admin: isAdmin, updated_at: new Date().toISOString() })
    .eq('id', userId)
    // Not by updated_at: a member who edits their own bio meanwhile takes nothing away from this change.
    .eq('username', seen.username)
    .eq('is_admin', seen.isAdmin)
    .select('id')
  throwFailure(answer)
  if (answer.data?.length === 0) throw new StaleError()
}
