import { useMutation, useQueryClient } from '@tanstack/react-query'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import {
  CONSOLE_GAME_COLUMNS,
  type ConsoleGame,
  type ConsoleGameRow,
  consoleGames,
  readConsoleGame,
} from './console-game.ts'
import { gamesKeys } from './keys.ts'

/** The states a game can move to, and their names in the audit trail. */
const MOVES = { active: 'activate_game', completed: 'complete_game', cancelled: 'cancel_game' } as const
export type MovedTo = keyof typeof MOVES

/**
 * Activates, completes or cancels a game. Resolves to the new game; a completed one includes the outcome of its prize.
 * Fails with {@link StaleError} when another change came first. When the caller's own move succeeded but its answer was
 * lost, it counts as done, not as stale.
 */
export function useGameStateMutation(userId: string | undefined) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ game, to }: { game: ConsoleGame; to: MovedTo }) => move(game, to, userId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKeys.all }),
  })
}

/** Deletes a game with its entries; also resolves when it was already deleted. */
export function useGameDeleteMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: deleteGame,
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKeys.all }),
  })
}

async function move({ id, state }: ConsoleGame, to: MovedTo, userId: string | undefined): Promise<ConsoleGame> {
  const client = await supabase()
  const { data } = await client
    .from('games')
    .update({ status: to })
    .eq('id', id)
    .eq('status', state)
    .select(CONSOLE_GAME_COLUMNS)
    .throwOnError()
  const row = data[0] ?? (await movedBefore(id, to, userId))
  if (!row) throw new StaleError()
  return readConsoleGame(row)
}

/** The game when it already has that state and the audit trail says that this admin moved it. */
async function movedBefore(id: string, to: MovedTo, userId: string | undefined): Promise<ConsoleGameRow | undefined> {
  if (userId === undefined) return undefined
  const client = await supabase()
  const moved = await client
    .from('audit_log')
    .select('id')
    .eq('subject_id', id)
    .eq('action', MOVES[to])
    .eq('actor_id', userId)
    .limit(1)
    .throwOnError()
  if (moved.data.length === 0) return undefined
  const { data } = await consoleGames(client).eq('id', id).eq('status', to).throwOnError()
  return data[0]
}

async function deleteGame(gameId: string): Promise<void> {
  const client = await supabase()
  await client.from('games').delete().eq('id', gameId).throwOnError()
}
