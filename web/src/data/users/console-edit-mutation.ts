import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { throwFailure } from '../../lib/not-authenticated.ts'
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
 * @throws {StaleError} when another admin or the member changed either in the meantime, or the member was deleted.
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
  const wanted = { username, is_admin: isAdmin }
  const answer = await client
    .from('profiles')
    .update({ ...wanted, updated_at: new Date().toISOString() })
    .eq('id', userId)
    // Not by updated_at: a member who edits their own bio in the meantime does not conflict with this change.
    .eq('username', seen.username)
    .eq('is_admin', seen.isAdmin)
    .select('id')
  throwFailure(answer)
  if (answer.data?.length !== 0) return
  const { data: now } = await client
    .from('profiles')
    .select('username, is_admin')
    .eq('id', userId)
    .maybeSingle()
    .throwOnError()
  requireValues(now, wanted)
}
