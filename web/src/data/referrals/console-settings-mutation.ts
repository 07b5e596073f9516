import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { supabase } from '../../lib/supabase.ts'
import type { ReferralSettings } from './console-settings-query.ts'
import { referralsKeys } from './keys.ts'

/**
 * Saves the value of a referral over the settings that were seen, and resolves to the stored settings.
 * Fails with `StaleError` when another admin changed it first.
 */
export function useReferralSettingsMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: saveSettings,
    onSuccess: (settings) => queries.setQueryData(referralsKeys.settings(), settings),
    onError: () => queries.invalidateQueries({ queryKey: referralsKeys.settings() }),
  })
}

const COLUMNS = 'points_per_referral, first_step_required, updated_at'

interface ReferralChange {
  seen: ReferralSettings
  points: number
  firstStepRequired: boolean
  adminId: string
}

async function saveSettings({ seen, points, firstStepRequired, adminId }: ReferralChange): Promise<ReferralSettings> {
  const client = await supabase()
  const wanted = { points_per_referral: points, first_step_required: firstStepRequired }
  const { data } = await client
    .from('referral_settings')
    .update({ ...wanted, updated_at: new Date().toISOString(), updated_by: adminId })
    .eq('id', seen.id)
    .eq('updated_at', seen.updatedAt)
    .select(COLUMNS)
    .throwOnError()
  const row = data[0] ?? (await settingsNow(seen.id))
  requireValues(row, wanted)
  return {
    id: seen.id,
    points: row.points_per_referral,
    firstStepRequired: row.first_step_required,
    updatedAt: row.updated_at,
  }
}

async function settingsNow(id: string) {
  const client = await supabase()
  return (await client.from('referral_settings').select(COLUMNS).eq('id', id).maybeSingle().throwOnError()).data
}

/** True when the database answered and refused the change; false when the outcome is unknown. */
export const isRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))
