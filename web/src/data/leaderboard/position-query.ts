import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { staleUnlessFollowed } from '../../lib/live/followed-rows.ts'
import { supabase } from '../../lib/supabase.ts'
import { leaderboardKeys } from './keys.ts'
import { startOfTimeframe, type Timeframe } from './timeframe.ts'

/** The viewer's position. */
export interface OwnPosition {
  /** Null without points in the timeframe. */
  rank: number | null
  points: number
  badgeCount: number
  /** The member at the next higher place and the points between; undefined at the top. */
  ahead: { username: string; gap: number } | undefined
}

/** The viewer's own place in a timeframe; null for a member who is not ranked at all. */
export const positionQuery = (timeframe: Timeframe, userId: string) =>
  queryOptions({
    queryKey: leaderboardKeys.position(timeframe, userId),
    queryFn: ({ signal }) => loadPosition(timeframe, signal),
    staleTime: staleUnlessFollowed(STALE.halfMinute),
  })

async function loadPosition(timeframe: Timeframe, signal: AbortSignal): Promise<OwnPosition | null> {
  const client = await supabase()
  const request =
    timeframe === 'season'
      ? client.rpc('my_season_position')
      : client.rpc(
          'my_leaderboard_position',
          timeframe === 'all' ? {} : { start_date: startOfTimeframe(timeframe, new Date()).toISOString() },
        )
  const { data } = await request.abortSignal(signal).throwOnError()
  const row = data[0]
  if (!row) return null
  return {
    rank: row.rank,
    points: row.points,
    badgeCount: row.badge_count,
    ahead: row.next_username ? { username: row.next_username, gap: row.next_gap ?? 0 } : undefined,
  }
}
