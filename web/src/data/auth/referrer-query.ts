import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { authKeys } from './keys.ts'

/** Username of the member behind a referral link, or null when there is none. The ID has to be a UUID. */
export const referrerQuery = (referrerId: string) =>
  queryOptions({
    queryKey: authKeys.referrer(referrerId),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client.rpc('referrer_username', { user_id: referrerId }).abortSignal(signal).throwOnError()
      return data
    },
  })
