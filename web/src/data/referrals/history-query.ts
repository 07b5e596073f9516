import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { referralsKeys } from './keys.ts'

/** A member whom the viewer referred. `completed_at` and `points_awarded` are null while pending. */
export interface Referral {
  id: string
  /** Null when the member was deleted, like the name. */
  referred_email: string | null
  referred_username: string | null
  status: 'pending' | 'completed'
  completed_at: string | null
  points_awarded: number | null
}

/** The viewer's referrals, newest first. */
export const referralHistoryQuery = (referrerId: string) =>
  queryOptions({
    queryKey: referralsKeys.history(referrerId),
    queryFn: ({ signal }) => listReferrals(referrerId, signal),
    staleTime: STALE.oneMinute,
  })

async function listReferrals(referrerId: string, signal: AbortSignal): Promise<Referral[]> {
  const client = await supabase()
  const { data } = await client
    .from('referral_details')
    .select('id, referred_email, referred_username, status, completed_at, points_awarded')
    .eq('referrer_id', referrerId)
    .order('created_at', { ascending: false })
    .abortSignal(signal)
    .throwOnError()
  return data.map((row) => ({
    id: row.id,
    referred_email: row.referred_email,
    referred_username: row.referred_username,
    status: row.status === 'completed' ? 'completed' : 'pending',
    completed_at: row.completed_at,
    points_awarded: row.points_awarded,
  }))
}
