import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTopic } from '../../lib/live/use-topic.ts'
import { leaderboardKeys } from './keys.ts'
import type { OwnPosition } from './position-query.ts'
import { isWhole, positionAmong, readRanking, withFirstPlaces } from './ranking-message.ts'
import type { RankedMember } from './ranking-query.ts'

/** What is not in a message is loaded at most this often. */
const REST_MS = 30_000

/**
 * Keeps rankings and places up to date: a message has the first places of all time. Later places, and the rankings of the
 * season, the week and the month, are loaded again.
 */
export function useLeaderboardRealtime(viewer: { id: string; username: string } | undefined): void {
  const queries = useQueryClient()
  const rest = useRef<readonly QueryKey[]>([])
  useTopic('leaderboard', {
    rows: [leaderboardKeys.all],
    kept: [leaderboardKeys.ranking('all'), ...(viewer ? [leaderboardKeys.position('all', viewer.id)] : [])],
    onMessage({ body }) {
      const rows = readRanking(body.rows)
      const queryKey = leaderboardKeys.ranking('all')
      // An answer that is on its way may have been read before the change.
      if (!rows || queries.isFetching({ queryKey }) > 0) return 'all'
      queries.setQueryData<RankedMember[]>(queryKey, (loaded) => loaded && withFirstPlaces(loaded, rows))
      const position = viewer && positionAmong(rows, viewer.username)
      if (position) queries.setQueryData<OwnPosition>(leaderboardKeys.position('all', viewer.id), position)
      rest.current = [
        ...(['season', 'week', 'month'] as const).flatMap((timeframe) => [
          leaderboardKeys.ranking(timeframe),
          leaderboardKeys.positionsIn(timeframe),
        ]),
        leaderboardKeys.seasons(),
        ...(isWhole(rows) ? [] : [queryKey]),
        ...(position ? [] : [leaderboardKeys.positionsIn('all')]),
      ]
      return 'named'
    },
    gapMs: REST_MS,
    reload: (all) =>
      Promise.all(
        (all ? [leaderboardKeys.all] : rest.current).map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
}
