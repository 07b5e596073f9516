import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { type ConsoleGame, consoleGames, readConsoleGame } from './console-game.ts'
import { consoleGamesKeys } from './console-keys.ts'

/** The sealed answer of a game; the kind that the game does not use is null. */
export interface GameAnswer {
  /** In the unit of the game. */
  weight: number | null
  square: number | null
}

/** One game in any state; null when it does not exist or was deleted. */
export const consoleGameQuery = (gameId: string) =>
  queryOptions({
    queryKey: consoleGamesKeys.game(gameId),
    queryFn: ({ signal }) => loadGame(gameId, signal),
    refetchOnWindowFocus: 'always',
  })

/** The answer behind the commitment, for admins; the database records who reads it. Loaded once, never refetched. */
export const gameAnswerQuery = (gameId: string) =>
  queryOptions({
    queryKey: consoleGamesKeys.answer(gameId),
    queryFn: ({ signal }) => loadAnswer(gameId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

async function loadGame(gameId: string, signal: AbortSignal): Promise<ConsoleGame | null> {
  const client = await supabase()
  const { data } = await consoleGames(client).eq('id', gameId).abortSignal(signal).maybeSingle().throwOnError()
  return data === null ? null : readConsoleGame(data)
}

async function loadAnswer(gameId: string, signal: AbortSignal): Promise<GameAnswer> {
  const client = await supabase()
  const { data } = await client.rpc('game_answer', { game_id: gameId }).abortSignal(signal).throwOnError()
  const answer = (data ?? {}) as Record<string, unknown>
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  return { weight: number(answer.actual_weight), square: number(answer.winning_square) }
}
