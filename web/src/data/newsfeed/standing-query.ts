import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { staleUnlessFollowed } from '../../lib/live/followed-rows.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { newsfeedKeys } from './keys.ts'

/** The one row that {@link standingQuery} loads. */
export const standing = (client: BanksideClient, userId: string) =>
  client.from('profiles').select('is_suspended').eq('id', userId)

/** Whether the member is suspended from the newsfeed. */
export const standingQuery = (userId: string) =>
  queryOptions({
    queryKey: newsfeedKeys.standing(userId),
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await standing(client, userId).abortSignal(signal).single().throwOnError()
      return { suspended: data.is_suspended }
    },
    staleTime: staleUnlessFollowed(STALE.halfMinute),
  })
