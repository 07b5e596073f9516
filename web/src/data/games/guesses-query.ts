import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { readPick } from './game.ts'
import { gamesKeys } from './keys.ts'

/** The API answers with no more rows at once. */
export const GUESSES_MAX = 1000

/** All guessed weights of a completed game, the first {@link GUESSES_MAX} of them; they never change. */
export const guessesQuery = (gameId: string) =>
  queryOptions({
    queryKey: gamesKeys.guesses(gameId),
    queryFn: ({ signal }) => listGuesses(gameId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

async function listGuesses(gameId: string, signal: AbortSignal): Promise<number[]> {
  const client = await supabase()
  const { data } = await client
    .from('game_entries')
    .select('entry_data, photo_url')
    .eq('game_id', gameId)
    .order('created_at')
    .limit(GUESSES_MAX)
    .abortSignal(signal)
    .throwOnError()
  return data.flatMap((row) => readPick(row).weight ?? [])
}
