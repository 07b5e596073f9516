import { queryOptions } from '@tanstack/react-query'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { authKeys } from './keys.ts'

/** The one row that {@link summaryQuery} loads. */
export const summary = (client: BanksideClient, userId: string) =>
  client
    .from('profiles')
    .select(
      'id, username, avatar_url, points, is_admin, is_moderator, is_suspended, acts_as_admin, acts_as_moderator, awaits_welcome',
    )
    .eq('id', userId)

/** Name, avatar, points and rights of the signed-in member, for the bars and the console's guard. */
export const summaryQuery = (userId: string) =>
  queryOptions({
    queryKey: authKeys.summary(userId),
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await summary(client, userId).abortSignal(signal).single().throwOnError()
      // The database decides: the team has no rights while suspended, or without a second step where it is required.
      const isTeam = !!(data.acts_as_admin || data.acts_as_moderator)
      return {
        id: data.id,
        username: data.username,
        avatarUrl: data.avatar_url || null,
        points: data.points,
        isAdmin: !!data.acts_as_admin,
        isTeam,
        isSuspended: data.is_suspended,
        awaitsWelcome: !!data.awaits_welcome,
        needsSecondStep: (data.is_admin || data.is_moderator) && !data.is_suspended && !isTeam,
      }
    },
  })
