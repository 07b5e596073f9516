import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { ENTRY_COLUMNS, type Game, type OwnEntry, readEntry } from './game.ts'
import { gamesKeys } from './keys.ts'

/** What a member casts: one of the three, as the game asks. The weight is in the unit of the game. */
export type Cast = { square: number } | { weight: number } | { photoUrl: string }

/** Enters a game once. The database refuses a second entry and any outside the game's time. */
export function useEntryMutation(game: Game, userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (cast: Cast) => enter(game.id, userId, cast),
    onSuccess: (own) =>
      queryClient.setQueryData<Game[]>(gamesKeys.active(userId), (games) =>
        games?.map((known) => (known.id === game.id ? { ...known, own, entryCount: known.entryCount + 1 } : known)),
      ),
    // After a failure too: another window may have entered, or the game may be over.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: gamesKeys.all })
    },
  })
}

async function enter(gameId: string, userId: string, cast: Cast): Promise<OwnEntry> {
  const client = await supabase()
  const said = 'photoUrl' in cast ? { photo_url: cast.photoUrl } : { entry_data: cast }
  const { data } = await client
    .from('game_entries')
    .insert({ game_id: gameId, user_id: userId, ...said })
    .select(ENTRY_COLUMNS)
    .single()
    .throwOnError()
  return readEntry(data)
}

/**
 * The words for a refusal that is the member's to know: the game's own sentence when it is not open,
 * or that there is an entry already. Undefined for anything else.
 */
export function entryRefusal(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return undefined
  if (error.code === 'P0001') return String(error.message)
  return error.code === '23505' ? 'You have already entered this game.' : undefined
}
