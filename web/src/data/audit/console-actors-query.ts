import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { auditKeys } from './keys.ts'

/** The current admins and moderators by name, as choices for the trail's filter. */
export const actorsQuery = queryOptions({
  queryKey: auditKeys.actors(),
  queryFn: async ({ signal }) => {
    const client = await supabase()
    const { data } = await client
      .from('profiles')
      .select('id, username')
      .or('is_admin.eq.true,is_moderator.eq.true')
      .order('username')
      .abortSignal(signal)
      .throwOnError()
    return data
  },
  staleTime: STALE.fiveMinutes,
})
