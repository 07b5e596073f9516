import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { newsfeedKeys } from './keys.ts'

/** Why the member is suspended, and when that ends; null for a member who is not. */
export const suspensionQuery = (userId: string) =>
  queryOptions({
    queryKey: newsfeedKeys.suspension(userId),
    queryFn: async ({ signal }): Promise<{ reason: string; endsAt: string | null } | null> => {
      const client = await supabase()
      const { data } = await client.rpc('my_suspension', undefined, { get: true }).abortSignal(signal).throwOnError()
      const [own] = data
      return own ? { reason: own.reason, endsAt: own.ends_at } : null
    },
    staleTime: STALE.halfMinute,
  })
