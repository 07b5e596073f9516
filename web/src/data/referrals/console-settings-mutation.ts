import { useMutation, useQueryClient } from '@tanstack/react-query'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import type { ReferralSettings } from './console-settings-query.ts'
import { referralsKeys } from './keys.ts'

/**
 * Saves what a referral is worth over the settings as they were seen, and resolves to them as they are now.
 * Fails with {@link StaleError} when another admin was faster.
 */
export function useReferralSettingsMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: saveSettings,
    onSuccess: (settings) => queries.setQueryData(referralsKeys.settings(), settings),
    onError: () => queries.invalidateQueries({ queryKey: referralsKeys.settings() }),
  })
}

interface ReferralChange {
  seen: ReferralSettings
  points: number
  adminId: string
}

async function saveSettings({ seen, points, adminId }: ReferralChange): Promise<ReferralSettings> {
  const client = await supabase()
  const { data } = await client
    .from('referral_settings')
    .update({ points_per_referral: points, updated_at: new Date().toISOString(), updated_by: adminId })
    .eq('id', seen.id)
    .eq('updated_at', seen.updatedAt)
    .select('points_per_referral, updated_at')
    .throwOnError()
  const row = data[0]
  if (!row) throw new StaleError()
  return { id: seen.id, points: row.points_per_referral, updatedAt: row.updated_at }
}

/** True when the database answered and refused the change; false when nobody knows what became of it. */
export const isRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))
