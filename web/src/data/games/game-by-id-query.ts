import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { type CompletedGame, readCompleted, withWinners } from './completed-games-query.ts'
import { gamesKeys } from './keys.ts'

/** A game at its own address. */
export interface FoundGame {
  game: CompletedGame
  /** Drafts and cancelled games are found for admins only. */
  status: string
}

/** One game in whichever state the viewer may see it, with its winners; null when there is none for this viewer. */
export const gameByIdQuery = (userId: string, gameId: string) =>
  queryOptions({
    queryKey: gamesKeys.byId(userId, gameId),
    queryFn: ({ signal }) => findGame(userId, gameId, signal),
    refetchOnWindowFocus: 'always',
  })

async function findGame(userId: string, gameId: string, signal: AbortSignal): Promise<FoundGame | null> {
  const client = await supabase()
  const { data } = await withWinners(client, userId).eq('id', gameId).abortSignal(signal).maybeSingle().throwOnError()
  return data && { game: readCompleted(data), status: data.status }
}
