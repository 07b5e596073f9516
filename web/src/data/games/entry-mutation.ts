import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasValues } from '../../lib/has-values.ts'
import { refusalIn } from '../../lib/refusal.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { ENTRY_COLUMNS, type Game, type OwnEntry, readEntry } from './game.ts'
import { gamesKeys } from './keys.ts'

/** A member's entry: one of the three, depending on the game. The weight is in the game's unit. */
export type EntryInput = { square: number } | { weight: number } | { photoUrl: string }

/**
 * Enters a game once; safe to repeat. The database refuses a second entry and entries outside the game's time.
 */
export function useEntryMutation(game: Game, userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: EntryInput) => enter(game.id, userId, input),
    onSuccess: (own) =>
      queryClient.setQueryData<Game[]>(gamesKeys.active(userId), (games) =>
        games?.map((known) => (known.id === game.id ? { ...known, own, entryCount: known.entryCount + 1 } : known)),
      ),
    // After a failure too: the member may have entered in another window, or the game may have ended.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: gamesKeys.all })
    },
  })
}

async function enter(gameId: string, userId: string, input: EntryInput): Promise<OwnEntry> {
  const client = await supabase()
  const columns = 'photoUrl' in input ? { photo_url: input.photoUrl } : { entry_data: input }
  const { data, error } = await client
    .from('game_entries')
    .insert({ game_id: gameId, user_id: userId, ...columns })
    .select(ENTRY_COLUMNS)
    .single()
  if (data) return readEntry(data)
  // The answer to an earlier attempt may have been lost: then the member's entry is the one that was sent.
  const own = error.code === '23505' && (await ownEntry(client, gameId, userId))
  if (own && hasValues(own, input)) return own
  throw error
}

async function ownEntry(client: BanksideClient, gameId: string, userId: string): Promise<OwnEntry | null> {
  const { data } = await client
    .from('game_entries')
    .select(ENTRY_COLUMNS)
    .eq('game_id', gameId)
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  return data && readEntry(data)
}

/** Why the database refused an entry, for the member; undefined for any other failure. */
export const entryRefusal = refusalIn({
  GM012: 'This game is not open for entries.',
  GM013: 'You have seen the answer of this game, so you cannot enter it.',
  FL001: 'The photo is no longer stored. Remove it and choose it again.',
  '23505': 'You have already entered this game.',
})
