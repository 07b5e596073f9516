import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { CONSOLE_GAME_COLUMNS, type ConsoleGame, type ConsoleGameRow, readConsoleGame } from './console-game.ts'
import { gamesKeys } from './keys.ts'

/** The sealed answer of a game; the one that it does not have is null. */
export interface GameAnswer {
  /** In the unit of the game. */
  weight: number | null
  square: number | null
}

/** One game in any state; null when it is not there (any more). */
export const consoleGameQuery = (gameId: string) =>
  queryOptions({
    queryKey: gamesKeys.console.game(gameId),
    queryFn: ({ signal }) => loadGame(gameId, signal),
    refetchOnWindowFocus: 'always',
  })

/** The answer behind the commitment; the database tells it to admins only. */
export const gameAnswerQuery = (gameId: string) =>
  queryOptions({
    queryKey: gamesKeys.console.answer(gameId),
    queryFn: ({ signal }) => loadAnswer(gameId, signal),
  })

async function loadGame(gameId: string, signal: AbortSignal): Promise<ConsoleGame | null> {
  const client = await supabase()
  const { data } = await client
    .from('games')
    .select(CONSOLE_GAME_COLUMNS)
    .eq('id', gameId)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
    .overrideTypes<ConsoleGameRow, { merge: false }>()
  return data === null ? null : readConsoleGame(data)
}

async function loadAnswer(gameId: string, signal: AbortSignal): Promise<GameAnswer> {
  const client = await supabase()
  const { data } = await client.rpc('game_answer', { game_id: gameId }).abortSignal(signal).throwOnError()
  const answer = (data ?? {}) as Record<string, unknown>
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  return { weight: number(answer.actual_weight), square: number(answer.winning_square) }
}
