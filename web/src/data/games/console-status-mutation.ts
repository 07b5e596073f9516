import { useMutation, useQueryClient } from '@tanstack/react-query'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import {
  CONSOLE_GAME_COLUMNS,
  type ConsoleGame,
  type ConsoleGameRow,
  type GameState,
  readConsoleGame,
} from './console-game.ts'
import { gamesKeys } from './keys.ts'

/**
 * Activates, completes or cancels a game. Resolves to the game as it is afterwards, a completed one with what became
 * of its prize; fails with {@link StaleError} when somebody else has moved it on.
 */
export function useGameStateMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ game, to }: { game: ConsoleGame; to: GameState }) => move(game, to),
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKeys.all }),
  })
}

/** Deletes a game with its entries; resolves too when it is gone already. */
export function useGameDeleteMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: deleteGame,
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKeys.all }),
  })
}

async function move({ id, state }: ConsoleGame, to: GameState): Promise<ConsoleGame> {
  const client = await supabase()
  const { data } = await client
    .from('games')
    .update({ status: to })
    .eq('id', id)
    .eq('status', state)
    .select(CONSOLE_GAME_COLUMNS)
    .throwOnError()
    .overrideTypes<ConsoleGameRow[], { merge: false }>()
  const row = data[0]
  if (!row) throw new StaleError()
  return readConsoleGame(row)
}

async function deleteGame(gameId: string): Promise<void> {
  const client = await supabase()
  await client.from('games').delete().eq('id', gameId).throwOnError()
}

/** The database's own sentence when it refuses, e.g. that the answer is missing; undefined for any other failure. */
export function gameRefusal(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return undefined
  return error.code === 'P0001' || error.code === '22023' ? String(error.message) : undefined
}
