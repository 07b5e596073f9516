import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { referralsKeys } from './keys.ts'

export interface ReferralSettings {
  id: string
  /** 0 to 10000; the referrer's points for each referral completed from now on. */
  points: number
  /** Whether a new member must have posted, commented or entered a game before their referral can be approved. */
  firstStepRequired: boolean
  updatedAt: string
}

/** The one row with the value of a referral. */
export const referralSettingsQuery = () =>
  queryOptions({ queryKey: referralsKeys.settings(), queryFn: ({ signal }) => loadSettings(signal) })

async function loadSettings(signal: AbortSignal): Promise<ReferralSettings> {
  const client = await supabase()
  const { data } = await client
    .from('referral_settings')
    .select('id, points_per_referral, first_step_required, updated_at')
    .abortSignal(signal)
    .single()
    .throwOnError()
  return {
    id: data.id,
    points: data.points_per_referral,
    firstStepRequired: data.first_step_required,
    updatedAt: data.updated_at,
  }
}
