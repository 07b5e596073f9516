import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { staleUnlessFollowed } from '../../lib/live/followed-rows.ts'
import { supabase } from '../../lib/supabase.ts'
import { leaderboardKeys } from './keys.ts'
import { startOfTimeframe, type Timeframe } from './timeframe.ts'

/** One place of the ranking. Guests read it too, so it has no ID; the unique username serves as one. */
export interface RankedMember {
  /** From 1; members with equal points share it. */
  rank: number
  username: string
  avatar_url: string
  badge_count: number
  points: number
}

/** The best 100 of a timeframe, best first. */
export const rankingQuery = (timeframe: Timeframe) =>
  queryOptions({
    queryKey: leaderboardKeys.ranking(timeframe),
    queryFn: ({ signal }) => loadRanking(timeframe, signal),
    staleTime: staleUnlessFollowed(STALE.halfMinute),
  })

async function loadRanking(timeframe: Timeframe, signal: AbortSignal): Promise<RankedMember[]> {
  const client = await supabase()
  const request =
    timeframe === 'all'
      ? client.from('leaderboard').select('rank, username, avatar_url, badge_count, points')
      : timeframe === 'season'
        ? client.rpc('season_leaderboard', undefined, { get: true })
        : client.rpc('get_points_by_timeframe', { start_date: startOfTimeframe(timeframe, new Date()).toISOString() })
  const { data } = await request.abortSignal(signal).throwOnError()
  return sortByRank(
    data.map((row) => ({
      // The type generator makes every column of a view nullable, although these never are.
      rank: row.rank ?? 0,
      username: row.username ?? '',
      avatar_url: row.avatar_url ?? '',
      badge_count: row.badge_count ?? 0,
      points: row.points ?? 0,
    })),
  )
}

let alphabet: Intl.Collator | undefined

/** By rank, and alphabetically within a rank, because a view has no order of its own. */
export function sortByRank(members: readonly RankedMember[]): RankedMember[] {
  alphabet ??= new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  const { compare } = alphabet
  return members.toSorted((a, b) => a.rank - b.rank || compare(a.username, b.username))
}
