import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { matchingText } from './console-matching.ts'
import { narrowed } from './console-narrowed.ts'
import type { UsersSearch } from './console-search.ts'
import { usersKeys } from './keys.ts'
import { loadMembers } from './load-members.ts'
import { accounts, type UsersPage } from './user-row.ts'

const COLUMN = {
  user: 'username',
  email: 'auth_email',
  points: 'points',
  status: 'is_suspended',
  joined: 'created_at',
} as const

/**
 * One page of the accounts. A page past the last one is empty, with the total.
 * @param exceptId the viewer's own account, where it is to be left out.
 * @param isModerator without addresses, which only admins read.
 */
export const usersQuery = (search: UsersSearch, exceptId?: string, isModerator = false) =>
  queryOptions({
    queryKey: usersKeys.list(search, exceptId, isModerator),
    queryFn: ({ signal }) => (isModerator ? loadMembers : loadUsers)(search, exceptId, signal),
    staleTime: STALE.oneMinute,
    placeholderData: keepPreviousData,
  })

async function loadUsers(search: UsersSearch, exceptId: string | undefined, signal: AbortSignal): Promise<UsersPage> {
  const client = await supabase()
  const matching = (head: boolean) => {
    const all = accounts(client, { count: 'exact', head })
    const others = exceptId ? all.neq('id', exceptId) : all
    return matchingText(narrowed(others, search.filter), search.text)
  }
  const first = (search.page - 1) * search.size
  const { data, count, error } = await matching(false)
    .order(COLUMN[search.sort], { ascending: !search.descending, nullsFirst: false })
    // Without a unique last sort column an account could appear on two pages or on none.
    .order('id')
    .range(first, first + search.size - 1)
    .abortSignal(signal)
  if (error?.code === 'PGRST103') {
    const counted = await matching(true).abortSignal(signal).throwOnError()
    return { users: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { users: data, total: count ?? data.length }
}
