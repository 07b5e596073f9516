import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { dashboardKeys } from './keys.ts'

/** A member whom the viewer referred and has not approved yet. */
export interface PendingReferral {
  id: string
  email: string
}

/** The referrals pending the viewer's approval, newest first. */
export const pendingReferralsQuery = (userId: string) =>
  queryOptions({
    queryKey: dashboardKeys.pendingReferrals(userId),
    queryFn: ({ signal }) => listPending(userId, signal),
    staleTime: STALE.oneMinute,
  })

async function listPending(userId: string, signal: AbortSignal): Promise<PendingReferral[]> {
  const client = await supabase()
  const { data } = await client
    .from('referrals')
    .select('id, referred_email')
    .eq('referrer_id', userId)
    .eq('status', 'pending')
    // A referral whose member was deleted can no longer be approved.
    .not('referred_user_id', 'is', null)
    .order('created_at', { ascending: false })
    .abortSignal(signal)
    .throwOnError()
  return data.map((row) => ({ id: row.id, email: row.referred_email ?? '' }))
}
