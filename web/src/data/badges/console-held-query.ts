import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { badgesKeys } from './keys.ts'

export interface HeldBadge {
  badgeId: string
  name: string
  icon: string
  color: string
  awardedAt: string
}

/** By member ID; members without a badge are absent. */
export type HeldBadges = Readonly<Record<string, HeldBadge[] | undefined>>

// Hosted services silently cut answers at this many rows.
const BATCH = 1000

/** The badges of the members of one page, oldest award first. */
export const heldBadgesQuery = (userIds: readonly string[]) =>
  queryOptions({
    queryKey: badgesKeys.held(userIds),
    queryFn: ({ signal }) => loadHeld(userIds, signal),
    enabled: userIds.length > 0,
    placeholderData: keepPreviousData,
  })

async function loadHeld(userIds: readonly string[], signal: AbortSignal): Promise<HeldBadges> {
  const client = await supabase()
  const held: Record<string, HeldBadge[]> = {}
  for (let first = 0; ; first += BATCH) {
    const { data } = await client
      .from('user_badges')
      .select('user_id, awarded_at, badge:badges (id, name, icon, color)')
      .in('user_id', [...userIds])
      .order('awarded_at')
      .order('id')
      .range(first, first + BATCH - 1)
      .abortSignal(signal)
      .throwOnError()
    for (const { user_id: userId, awarded_at: awardedAt, badge } of data) {
      const list = held[userId] ?? []
      held[userId] = list
      list.push({ badgeId: badge.id, name: badge.name, icon: badge.icon, color: badge.color, awardedAt })
    }
    if (data.length < BATCH) return held
  }
}
