import { queryOptions } from '@tanstack/react-query'
import type { WeightFrom } from '../../../../contract/src/column-types.ts'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import type { WeightUnit } from '../../lib/weight.ts'
import { profileKeys } from './keys.ts'

/** A badge that the member wears. */
export interface ProfileBadge {
  id: string
  name: string
  description: string
  icon: string
  color: string
}

/** What a member edits on their own page, with the badges they hold, oldest first. */
export interface OwnProfile {
  id: string
  username: string
  bio: string
  avatar_url: string
  fishing_photos: string[]
  weight_value: number | null
  weight_unit: WeightUnit
  /** What the weight is: typed, or the best catch that all members may see. */
  weight_from: WeightFrom
  fishing_area: string
  /** Name of the level, by the points earned; empty if the club has no levels. */
  level: string
  badges: ProfileBadge[]
}

/** The columns that a member edits on their own page. */
export const OWN_COLUMNS =
  'id, username, bio, avatar_url, fishing_photos, weight_value, weight_unit, weight_from, fishing_area' as const

/** The signed-in member's own profile. */
export const ownProfileQuery = (userId: string) =>
  queryOptions({
    queryKey: profileKeys.own(userId),
    queryFn: ({ signal }) => loadProfile(userId, signal),
    staleTime: STALE.oneMinute,
  })

async function loadProfile(userId: string, signal: AbortSignal): Promise<OwnProfile> {
  const client = await supabase()
  const { data } = await client
    .from('profiles')
    .select(
      `${OWN_COLUMNS}, level,
      user_badges!user_badges_user_id_fkey (awarded_at, badge:badges (id, name, description, icon, color))`,
    )
    .eq('id', userId)
    .order('awarded_at', { referencedTable: 'user_badges' })
    .abortSignal(signal)
    .single()
    .throwOnError()
  const { user_badges, weight_unit, level, ...profile } = data
  return {
    ...profile,
    weight_unit: weight_unit === 'lbs' ? 'lbs' : 'kg',
    level: level?.name ?? '',
    badges: user_badges.flatMap(({ badge }) => (badge ? [badge] : [])),
  }
}
