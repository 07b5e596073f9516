import { queryOptions } from '@tanstack/react-query'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { authKeys } from './keys.ts'

/** The one row that {@link summaryQuery} loads. */
export const summary = (client: BanksideClient, userId: string) =>
  client
    .from('profiles')
    .select('id, username, avatar_url, points, is_admin, is_suspended, acts_as_admin')
    .eq('id', userId)

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
        // The database decides: an admin has no rights while suspended, or without a second step where it is required.
        isAdmin: !!data.acts_as_admin,
        isSuspended: data.is_suspended,
        needsSecondStep: data.is_admin && !data.is_suspended && !data.acts_as_admin,
      }
    },
  })
