import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { notificationsKeys } from './keys.ts'

/** How many notifications the viewer has not read; the database counts no further than 20. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: notificationsKeys.unread(),
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client
        .rpc('unread_notifications', undefined, { get: true })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    // Messages bring the number.
    staleTime: STALE.fiveMinutes,
  })
