import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { invitationsKeys } from './keys.ts'

/** Whether the site sends emails. */
export const canMailQuery = queryOptions({
  queryKey: invitationsKeys.canMail(),
  queryFn: async ({ signal }): Promise<boolean> => {
    const client = await supabase()
    const { data } = await client.rpc('can_invite_by_mail', undefined, { get: true }).abortSignal(signal).throwOnError()
    return data
  },
  staleTime: STALE.fiveMinutes,
})
