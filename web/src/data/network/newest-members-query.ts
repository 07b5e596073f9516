import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { networkKeys } from './keys.ts'

const newest = (client: BanksideClient) =>
  client.from('member_search').select('id, username, fishing_area, avatar_url, created_at')

/** A member who joined recently. */
export type NewMember = RowOf<typeof newest>

const SHOWN = 2

/** The two members who joined last, without the reader. */
export const newestMembersQuery = (userId: string) =>
  queryOptions({
    queryKey: networkKeys.newest(userId),
    queryFn: async ({ signal }): Promise<NewMember[]> => {
      const client = await supabase()
      const { data } = await newest(client)
        .neq('id', userId)
        .order('created_at', { ascending: false })
        .limit(SHOWN)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    staleTime: STALE.fiveMinutes,
  })
