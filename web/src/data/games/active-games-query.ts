import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { GAME_COLUMNS, type Game, type GameRow, readGame } from './game.ts'
import { gamesKeys } from './keys.ts'
import { nextLook } from './next-look.ts'

// Drawn once, so that thousands of open pages do not look at the same moment.
const ownShare = Math.random()

/** The games that are on, with the viewer's own entries; the one that started last comes first. */
export const activeGamesQuery = (userId: string) =>
  queryOptions({
    queryKey: gamesKeys.active(userId),
    queryFn: ({ signal }) => listActive(userId, signal),
    // Games are not among the tables that report their changes, so coming to the page, or back to the window, is the
    // moment to look; not twice while it opens.
    staleTime: 1000,
    refetchOnWindowFocus: 'always',
    // While the page is in sight; a hidden one looks when it is seen again.
    refetchInterval: ({ state }) => nextLook(state.data ?? [], state.dataUpdatedAt, ownShare),
  })

async function listActive(userId: string, signal: AbortSignal): Promise<Game[]> {
  const client = await supabase()
  const { data } = await client
    .from('games')
    .select(GAME_COLUMNS)
    .eq('status', 'active')
    .eq('own.user_id', userId)
    .order('start_date', { ascending: false })
    .order('id')
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<GameRow[], { merge: false }>()
  return data.map(readGame)
}
