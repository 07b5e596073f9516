import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { containing } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import type { UsersSearch } from './console-search.ts'
import { usersKeys } from './keys.ts'
import { USER_COLUMNS, type UserRow } from './user-row.ts'

export interface UsersPage {
  users: UserRow[]
  /** How many accounts the search finds altogether. */
  total: number
}

const COLUMN = { user: 'username', email: 'auth_email', points: 'points', status: 'is_suspended' } as const

/**
 * One page of the accounts. A page past the last one is empty, with the total.
 * @param exceptId the admin's own account, where it is not to be listed.
 */
export const usersQuery = (search: UsersSearch, exceptId?: string) =>
  queryOptions({
    queryKey: usersKeys.list(search, exceptId),
    queryFn: ({ signal }) => loadUsers(search, exceptId, signal),
    staleTime: STALE.oneMinute,
    placeholderData: keepPreviousData,
  })

async function loadUsers(search: UsersSearch, exceptId: string | undefined, signal: AbortSignal): Promise<UsersPage> {
  const client = await supabase()
  const matching = (columns: string, head: boolean) => {
    const all = client.from('user_profiles_with_email').select(columns, { count: 'exact', head })
    const others = exceptId ? all.neq('id', exceptId) : all
    // The column is in this form too, so that width and case of letters do not matter.
    const text = search.text.normalize('NFKC').toLowerCase()
    return text ? others.ilike('search_text', containing(text)) : others
  }
  const first = (search.page - 1) * search.size
  const { data, count, error } = await matching(USER_COLUMNS, false)
    .order(COLUMN[search.sort], { ascending: !search.descending, nullsFirst: false })
    // Without a last word on the order an account could be on two pages or on none.
    .order('id')
    .range(first, first + search.size - 1)
    .abortSignal(signal)
    .overrideTypes<UserRow[], { merge: false }>()
  if (error?.code === 'PGRST103') {
    const counted = await matching('id', true).abortSignal(signal).throwOnError()
    return { users: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { users: data, total: count ?? data.length }
}
