import { queryOptions } from '@tanstack/react-query'
import { toServerTime } from '../../lib/server-clock.ts'
import { supabase } from '../../lib/supabase.ts'
import { activeGames, type Game, readGame } from './game.ts'
import { gamesKeys } from './keys.ts'
import { nextRefetch } from './next-refetch.ts'

// Chosen once at random, so that thousands of open pages do not load at the same moment.
const ownShare = Math.random()

/** The active games with the viewer's own entries; the one that closes first comes first. */
export const activeGamesQuery = (userId: string) =>
  queryOptions({
    queryKey: gamesKeys.active(userId),
    queryFn: ({ signal }) => listActive(userId, signal),
    // Changes and numbers of entries arrive live; faces of the newest entrants do not always, so the games are loaded when
    // the page is opened and when its window becomes active, but not twice while it opens.
    staleTime: 1000,
    refetchOnWindowFocus: 'always',
    // Only while the page is visible; a hidden one loads when it becomes visible again.
    refetchInterval: ({ state }) => nextRefetch(state.data ?? [], toServerTime(state.dataUpdatedAt), ownShare),
  })

async function listActive(userId: string, signal: AbortSignal): Promise<Game[]> {
  const client = await supabase()
  const { data } = await activeGames(client, userId).abortSignal(signal).throwOnError()
  return data.map(readGame)
}
