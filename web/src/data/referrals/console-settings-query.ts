import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { referralsKeys } from './keys.ts'

export interface ReferralSettings {
  id: string
  /** 0 to 10000; what a referrer gets for each completed referral from now on. */
  points: number
  updatedAt: string
}

/** The one row that says what a referral is worth. */
export const referralSettingsQuery = () =>
  queryOptions({ queryKey: referralsKeys.settings(), queryFn: ({ signal }) => loadSettings(signal) })

async function loadSettings(signal: AbortSignal): Promise<ReferralSettings> {
  const client = await supabase()
  const { data } = await client
    .from('referral_settings')
    .select('id, points_per_referral, updated_at')
    .abortSignal(signal)
    .single()
    .throwOnError()
  return { id: data.id, points: data.points_per_referral, updatedAt: data.updated_at }
}
