import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { leaderboardKeys } from './keys.ts'

const seasons = (client: BanksideClient) => client.rpc('seasons', undefined, { get: true })
const seasonTable = (client: BanksideClient, of: { season?: string }) => client.rpc('season_table', of, { get: true })

/** A season that has ended. `begins` and `ends` are days: its first one, and the first one of the next season. */
export type PastSeason = RowOf<typeof seasons>
/** A place of a final table; without a name when the account was deleted. */
export type FinalPlace = RowOf<typeof seasonTable>

/** The seasons with a final table, newest first. */
export const seasonsQuery = () =>
  queryOptions({
    queryKey: [...leaderboardKeys.seasons(), 'list'],
    queryFn: async ({ signal }): Promise<PastSeason[]> =>
      (
        await seasons(await supabase())
          .abortSignal(signal)
          .throwOnError()
      ).data,
    staleTime: STALE.halfMinute,
  })

/** The final table of the season that begins on a day, or of the newest one. */
export const seasonTableQuery = (begins: string | undefined) =>
  queryOptions({
    queryKey: [...leaderboardKeys.seasons(), 'table', begins ?? 'newest'],
    queryFn: async ({ signal }): Promise<FinalPlace[]> =>
      (
        await seasonTable(await supabase(), begins ? { season: begins } : {})
          .abortSignal(signal)
          .throwOnError()
      ).data,
    staleTime: STALE.halfMinute,
  })
