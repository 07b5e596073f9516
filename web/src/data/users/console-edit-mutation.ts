import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'
import { accounts, type UserRow } from './user-row.ts'

/** What {@link UserRow} has from other tables than the profiles. */
type OtherTables = 'auth_email' | 'suspended_until'

export interface UserEdit {
  /** The member as the admin saw them when the form opened. */
  seen: UserRow
  /** The edited columns of the profile, none of which is ever null. */
  wanted: Partial<Omit<UserRow, OtherTables>>
}

/**
 * Changes what an admin edits of a member.
 * @throws {StaleError} when one of the edited columns was changed in the meantime, or the member was deleted.
 */
export function useUserEditMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: editUser,
    onSettled: () => queries.invalidateQueries({ queryKey: usersKeys.all }),
  })
}

async function editUser({ seen, wanted }: UserEdit): Promise<void> {
  const client = await supabase()
  const columns = Object.keys(wanted) as (keyof UserRow)[]
  const answer = await client
    .from('profiles')
    .update({ ...wanted, updated_at: new Date().toISOString() })
    .eq('id', seen.id)
    // Not by updated_at: a member who edits their own bio in the meantime does not conflict with this change.
    .match(Object.fromEntries(columns.map((column) => [column, seen[column]])))
    .select('id')
  throwFailure(answer)
  if (answer.data?.length !== 0) return
  const { data: now } = await accounts(client).eq('id', seen.id).maybeSingle().throwOnError()
  requireValues(now, wanted)
}
