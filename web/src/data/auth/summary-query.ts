import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { authKeys } from './keys.ts'

/** Name, avatar, points and admin flag of the signed-in member, for the bars and the console's guard. */
export const summaryQuery = (userId: string) =>
  queryOptions({
    queryKey: authKeys.summary(userId),
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client
        .from('profiles')
        .select('id, username, avatar_url, points, is_admin')
        .eq('id', userId)
        .abortSignal(signal)
        .single()
        .throwOnError()
      return {
        id: data.id,
        username: data.username,
        avatarUrl: data.avatar_url || null,
        points: data.points,
        isAdmin: data.is_admin,
      }
    },
  })
