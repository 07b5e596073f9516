import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { heldBadgesKeys } from './held-keys.ts'

/** How many of the members who recently earned a badge are named. */
const SHOWN = 12

/** A badge, when the viewer earned it, and who earned it recently; null when there is none. */
export const badgeQuery = (userId: string, badgeId: string) =>
  queryOptions({
    queryKey: heldBadgesKeys.badge(userId, badgeId),
    queryFn: ({ signal }) => loadBadge(userId, badgeId, signal),
  })

async function loadBadge(userId: string, badgeId: string, signal: AbortSignal) {
  const client = await supabase()
  const { data } = await client
    .from('badges')
    .select(
      `id, name, description, icon, color, own:user_badges(awarded_at),
        latest:user_badges(id, awarded_at, member:profiles!user_badges_user_id_fkey!inner(id, username, avatar_url, is_suspended))`,
    )
    .eq('id', badgeId)
    .eq('own.user_id', userId)
    .eq('latest.member.is_suspended', false)
    .order('awarded_at', { referencedTable: 'latest', ascending: false })
    .limit(SHOWN, { referencedTable: 'latest' })
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data
}
