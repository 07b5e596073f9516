import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { NETWORK_PAGE_SIZE } from '../../../../contract/src/limits.ts'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { networkKeys } from './keys.ts'
import type { MembersSearch } from './members-search.ts'
import { searchFilter } from './search-pattern.ts'

/** A member as the search finds them. */
export type FoundMember = RowOf<typeof members>

const members = (client: BanksideClient, head: boolean) =>
  client
    .from('member_search')
    .select('id, username, bio, fishing_area, points, badge_count, post_count, avatar_url, fishing_photos', {
      count: 'exact',
      head,
    })

export interface MembersPage {
  members: FoundMember[]
  /** Total number of members found. */
  total: number
}

const ORDER = { points: 'points', joined: 'created_at', active: 'post_count' } as const

/** One page of the other members. A page past the last one is empty, with the total. */
export const membersQuery = (userId: string, search: MembersSearch) =>
  queryOptions({
    queryKey: networkKeys.members(userId, search),
    queryFn: ({ signal }) => loadMembers(userId, search, signal),
    staleTime: STALE.oneMinute,
    placeholderData: keepPreviousData,
  })

async function loadMembers(userId: string, search: MembersSearch, signal: AbortSignal): Promise<MembersPage> {
  const client = await supabase()
  const matching = (head: boolean) => {
    const all = members(client, head).neq('id', userId)
    return search.text ? all.or(searchFilter(search.text)) : all
  }
  const first = (search.page - 1) * NETWORK_PAGE_SIZE
  const { data, count, error } = await matching(false)
    .order(ORDER[search.sort], { ascending: false })
    // Equal numbers are common; without a unique last sort column a member could appear on two pages or on none.
    .order('id')
    .range(first, first + NETWORK_PAGE_SIZE - 1)
    .abortSignal(signal)
  if (error?.code === 'PGRST103') {
    const counted = await matching(true).abortSignal(signal).throwOnError()
    return { members: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { members: data, total: count ?? data.length }
}
