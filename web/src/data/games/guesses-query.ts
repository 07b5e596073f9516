import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { readPick } from './game.ts'
import { gamesKeys } from './keys.ts'

/** Maximum number of rows in one answer of the API. */
export const GUESSES_MAX = 1000

/** One guess of a completed game. */
export interface Guess {
  weight: number
  /** A guess of the club's team, which never wins. */
  byTeam: boolean
}

/** All guessed weights of a completed game, at most {@link GUESSES_MAX}; they never change. */
export const guessesQuery = (gameId: string) =>
  queryOptions({
    queryKey: gamesKeys.guesses(gameId),
    queryFn: ({ signal }) => listGuesses(gameId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

async function listGuesses(gameId: string, signal: AbortSignal): Promise<Guess[]> {
  const client = await supabase()
  const { data } = await client
    .from('game_entries')
    .select('entry_data, photo_url, by_team')
    .eq('game_id', gameId)
    .order('created_at')
    .limit(GUESSES_MAX)
    .abortSignal(signal)
    .throwOnError()
  return data.flatMap((row) => {
    const { weight } = readPick(row)
    return weight === null ? [] : { weight, byTeam: row.by_team }
  })
}
