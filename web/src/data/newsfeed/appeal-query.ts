import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { newsfeedKeys } from './keys.ts'

const own = (client: BanksideClient) => client.rpc('my_appeal', undefined, { get: true })

/** What a suspended member has answered the team, or whether they still may. */
export type Appeal = RowOf<typeof own>

/** The member's answer to their suspension; null for a member who is not suspended. */
export const appealQuery = (userId: string) =>
  queryOptions({
    queryKey: newsfeedKeys.appeal(userId),
    queryFn: async ({ signal }): Promise<Appeal | null> => {
      const { data } = await own(await supabase())
        .abortSignal(signal)
        .throwOnError()
      return data[0] ?? null
    },
    staleTime: STALE.halfMinute,
  })
