import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { leaderboardKeys } from './keys.ts'
import { startOfTimeframe, type Timeframe } from './timeframe.ts'

const leaderboardNear = (client: BanksideClient, since: { start_date?: string }) =>
  client.rpc('leaderboard_near', since, { get: true })

const seasonNear = (client: BanksideClient) => client.rpc('season_leaderboard_near', undefined, { get: true })

/** The viewer, or a member near them on the leaderboard. */
export type NearMember = RowOf<typeof leaderboardNear>

/**
 * The viewer with five members above and five below, best first; empty without points in the timeframe. Below the key of the
 * positions, so that what loads these again loads this too.
 */
export const nearQuery = (timeframe: Timeframe, userId: string) =>
  queryOptions({
    queryKey: [...leaderboardKeys.positionsIn(timeframe), 'near', userId],
    queryFn: ({ signal }) => loadNear(timeframe, signal),
    staleTime: STALE.halfMinute,
  })

async function loadNear(timeframe: Timeframe, signal: AbortSignal): Promise<NearMember[]> {
  const client = await supabase()
  if (timeframe === 'season') return (await seasonNear(client).abortSignal(signal).throwOnError()).data
  const since = timeframe === 'all' ? {} : { start_date: startOfTimeframe(timeframe, new Date()).toISOString() }
  const { data } = await leaderboardNear(client, since).abortSignal(signal).throwOnError()
  return data
}
