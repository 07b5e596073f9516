import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { dashboardKeys } from './keys.ts'

/** How many members the viewer has referred. */
export interface ReferralStats {
  total: number
  completed: number
  pending: number
}

/** The viewer's own referral figures. */
export const referralStatsQuery = (userId: string) =>
  queryOptions({
    queryKey: dashboardKeys.referralStats(userId),
    queryFn: ({ signal }) => loadStats(userId, signal),
    staleTime: STALE.oneMinute,
  })

async function loadStats(userId: string, signal: AbortSignal): Promise<ReferralStats> {
  const client = await supabase()
  const { data } = await client
    .rpc('get_user_referral_stats', { user_id: userId })
    .abortSignal(signal)
    .single()
    .throwOnError()
  return { total: data.total_referrals, completed: data.completed_referrals, pending: data.pending_referrals }
}
