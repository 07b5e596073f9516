import { queryOptions } from '@tanstack/react-query'
import type { Accent, Joining, WeightUnit } from '../../../../contract/src/column-types.ts'
import { supabase } from '../../lib/supabase.ts'
import { siteKeys } from './keys.ts'

export interface SiteSettings {
  id: string
  /** 1 to 40 characters. */
  clubName: string
  accent: Accent
  /** Address of the logo; null for the build's own mark. */
  logoUrl: string | null
  /** IANA name, such as Europe/London. */
  timeZone: string
  /** English name of the country of a new address. */
  country: string
  /** Of new games and of the profiles of new members. */
  weightUnit: WeightUnit
  /** 1 to 3 characters. */
  currencySymbol: string
  /** How many reports hide a post or comment without a decision; 0 for never. */
  reportsToHide: number
  /** Whether admins have rights only with an authenticator app. */
  adminsNeedTwoSteps: boolean
  /** Who may register. */
  joining: Joining
  /** Month and day on which a season begins, such as `06-16`. */
  seasonBegins: string
  /** Whether guests see the club records, without the photos. */
  recordsForGuests: boolean
  /** What a member's first photo, first post or comment, and first entry in a game earn; 0 for nothing. */
  photoStepPoints: number
  helloStepPoints: number
  gameStepPoints: number
  updatedAt: string
}

/** The one row of the site's settings. */
export const siteSettingsQuery = () =>
  queryOptions({ queryKey: siteKeys.settings(), queryFn: ({ signal }) => loadSettings(signal) })

async function loadSettings(signal: AbortSignal): Promise<SiteSettings> {
  const client = await supabase()
  const { data } = await client
    .from('site_settings')
    .select(
      'id, club_name, accent, logo_url, time_zone, country, weight_unit, currency_symbol, reports_to_hide, admins_need_two_steps, joining, season_begins, records_for_guests, photo_step_points, hello_step_points, game_step_points, updated_at',
    )
    .abortSignal(signal)
    .single()
    .throwOnError()
  return {
    id: data.id,
    clubName: data.club_name,
    accent: data.accent,
    logoUrl: data.logo_url,
    timeZone: data.time_zone,
    country: data.country,
    weightUnit: data.weight_unit,
    currencySymbol: data.currency_symbol,
    reportsToHide: data.reports_to_hide,
    adminsNeedTwoSteps: data.admins_need_two_steps,
    joining: data.joining,
    seasonBegins: data.season_begins,
    recordsForGuests: data.records_for_guests,
    photoStepPoints: data.photo_step_points,
    helloStepPoints: data.hello_step_points,
    gameStepPoints: data.game_step_points,
    updatedAt: data.updated_at,
  }
}
