import { queryOptions } from '@tanstack/react-query'
import { shownMember } from '../../lib/member-name.ts'
import { supabase } from '../../lib/supabase.ts'
import { gamesKeys } from './keys.ts'

/** Photos on the wall of a game. */
const SHOWN = 6

/** The newest photos of a carp of the week. Entries of others appear when the page is opened again. */
export const wallQuery = (gameId: string) =>
  queryOptions({
    queryKey: gamesKeys.wall(gameId),
    queryFn: ({ signal }) => listPhotos(gameId, signal),
    refetchOnWindowFocus: 'always',
  })

async function listPhotos(gameId: string, signal: AbortSignal) {
  const client = await supabase()
  const { data } = await client
    .from('game_entries')
    .select('id, photo_url, member:profiles(id, username, avatar_url)')
    .eq('game_id', gameId)
    .not('photo_url', 'is', null)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(SHOWN)
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ id, photo_url, member }) => ({ id, photoUrl: photo_url, by: shownMember(member, id).username }))
}
