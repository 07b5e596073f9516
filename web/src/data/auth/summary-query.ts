import { queryOptions } from '@tanstack/react-query'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { authKeys } from './keys.ts'

/** The one row that {@link summaryQuery} loads. */
export const summary = (client: BanksideClient, userId: string) =>
  client.from('profiles').select('id, username, avatar_url, points, is_admin, is_suspended').eq('id', userId)

/** Name, avatar, points and admin flag of the signed-in member, for the bars and the console's guard. */
export const summaryQuery = (userId: string) =>
  queryOptions({
    queryKey: authKeys.summary(userId),
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await summary(client, userId).abortSignal(signal).single().throwOnError()
      return {
        id: data.id,
        username: data.username,
        avatarUrl: data.avatar_url || null,
        points: data.points,
        // As in the database: an admin has no rights while suspended.
        isAdmin: data.is_admin && !data.is_suspended,
        isSuspended: data.is_suspended,
      }
    },
  })
