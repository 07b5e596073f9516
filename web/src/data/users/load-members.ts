import { likePattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { narrowed } from './console-narrowed.ts'
import type { UsersSearch } from './console-search.ts'
import { asUserRow, members, type UsersPage } from './user-row.ts'

const COLUMN = { user: 'username', status: 'is_suspended', joined: 'created_at' } as const

/** One page of the accounts for a moderator, found by username. A page past the last one is empty, with the total. */
export async function loadMembers(
  search: UsersSearch,
  exceptId: string | undefined,
  signal: AbortSignal,
): Promise<UsersPage> {
  const client = await supabase()
  const matching = (head: boolean) => {
    const all = members(client, { count: 'exact', head })
    const others = narrowed(exceptId ? all.neq('id', exceptId) : all, search.filter)
    const text = search.text.normalize('NFKC')
    return text ? others.ilike('username', likePattern(text)) : others
  }
  const first = (search.page - 1) * search.size
  const { data, count, error } = await matching(false)
    .order(COLUMN[search.sort as keyof typeof COLUMN] ?? 'username', { ascending: !search.descending })
    // Without a unique last sort column an account could appear on two pages or on none.
    .order('id')
    .range(first, first + search.size - 1)
    .abortSignal(signal)
  if (error?.code === 'PGRST103') {
    const counted = await matching(true).abortSignal(signal).throwOnError()
    return { users: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { users: data.map(asUserRow), total: count ?? data.length }
}
