import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showClub } from '../../lib/club.ts'
import { requireValues } from '../../lib/has-values.ts'
import { refusalIn } from '../../lib/refusal.ts'
import { supabase } from '../../lib/supabase.ts'
import type { SiteSettings } from './console-settings-query.ts'
import { siteKeys } from './keys.ts'

/** Why the settings were refused, as a sentence; undefined for any other failure. */
export const settingsRefusal = refusalIn({
  23514: 'The name has signs that cannot be used. Try it with letters, digits and spaces.',
  22023: 'The server does not have this time zone. Choose another.',
  FL001: 'The logo is not there any more. Upload it again.',
  US003: 'Switch on two-step sign-in on your profile first, and sign in with a code.',
})

/**
 * Saves the settings over the settings that were seen, and resolves to the stored settings.
 * Fails with `StaleError` when another admin changed it first.
 */
export function useSiteSettingsMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ seen, ...wanted }: Wanted & { seen: SiteSettings }) => saveSettings(seen, wanted),
    onSuccess: (settings) => {
      queries.setQueryData(siteKeys.settings(), settings)
      showClub({ name: settings.clubName, accent: settings.accent, logo: settings.logoUrl })
      void queries.invalidateQueries({ queryKey: siteKeys.defaults() })
    },
    onError: () => queries.invalidateQueries({ queryKey: siteKeys.all }),
  })
}

const COLUMNS =
  'club_name, accent, logo_url, time_zone, country, weight_unit, currency_symbol, reports_to_hide, admins_need_two_steps, joining, season_begins, records_for_guests, photo_step_points, hello_step_points, game_step_points, updated_at'

type Wanted = Omit<SiteSettings, 'id' | 'updatedAt'>

async function saveSettings(seen: SiteSettings, given: Wanted): Promise<SiteSettings> {
  const client = await supabase()
  const wanted = {
    club_name: given.clubName,
    accent: given.accent,
    logo_url: given.logoUrl,
    time_zone: given.timeZone,
    country: given.country,
    weight_unit: given.weightUnit,
    currency_symbol: given.currencySymbol,
    reports_to_hide: given.reportsToHide,
    admins_need_two_steps: given.adminsNeedTwoSteps,
    joining: given.joining,
    season_begins: given.seasonBegins,
    records_for_guests: given.recordsForGuests,
    photo_step_points: given.photoStepPoints,
    hello_step_points: given.helloStepPoints,
    game_step_points: given.gameStepPoints,
  }
  const { data } = await client
    .from('site_settings')
    .update(wanted)
    .eq('id', seen.id)
    .eq('updated_at', seen.updatedAt)
    .select(COLUMNS)
    .throwOnError()
  const row = data[0] ?? (await settingsNow(seen.id))
  requireValues(row, wanted)
  return {
    id: seen.id,
    clubName: row.club_name,
    accent: row.accent,
    logoUrl: row.logo_url,
    timeZone: row.time_zone,
    country: row.country,
    weightUnit: row.weight_unit,
    currencySymbol: row.currency_symbol,
    reportsToHide: row.reports_to_hide,
    adminsNeedTwoSteps: row.admins_need_two_steps,
    joining: row.joining,
    seasonBegins: row.season_begins,
    recordsForGuests: row.records_for_guests,
    photoStepPoints: row.photo_step_points,
    helloStepPoints: row.hello_step_points,
    gameStepPoints: row.game_step_points,
    updatedAt: row.updated_at,
  }
}

async function settingsNow(id: SiteSettings['id']) {
  const client = await supabase()
  return (await client.from('site_settings').select(COLUMNS).eq('id', id).maybeSingle().throwOnError()).data
}
