import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { type Entrant, type Pick, readPick } from './game.ts'
import { gamesKeys } from './keys.ts'

const PAGE_SIZE = 24
/** The API answers with no more rows at once; entrants beyond are counted but not named. */
const ENTRANTS_MAX = 1000

export interface ShownEntry extends Pick {
  id: string
  member: Entrant
}

/** Who entered, newest first, without what they entered; for games whose guesses are still hidden. */
export const entrantsQuery = (gameId: string) =>
  queryOptions({
    queryKey: gamesKeys.entrants(gameId),
    queryFn: ({ signal }) => listEntrants(gameId, signal),
    refetchOnWindowFocus: 'always',
  })

async function listEntrants(gameId: string, signal: AbortSignal): Promise<Entrant[]> {
  const client = await supabase()
  const { data } = await client
    .rpc('game_entrants', { game_id: gameId })
    .limit(ENTRANTS_MAX)
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ user_id, username, avatar_url }) => ({ id: user_id, username, avatarUrl: avatar_url }))
}

/** Entries with what they say, newest first, a page at a time; empty for members while guesses are hidden. */
export const entriesQuery = (gameId: string) =>
  infiniteQueryOptions({
    queryKey: gamesKeys.entries(gameId),
    queryFn: ({ pageParam, signal }) => listEntries(gameId, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, page) => (last.more ? page + 1 : undefined),
    refetchOnWindowFocus: 'always',
  })

async function listEntries(
  gameId: string,
  page: number,
  signal: AbortSignal,
): Promise<{ entries: ShownEntry[]; more: boolean }> {
  const client = await supabase()
  const from = page * PAGE_SIZE
  const { data } = await client
    .from('game_entries')
    .select('id, entry_data, photo_url, member:profiles(id, username, avatar_url)')
    .eq('game_id', gameId)
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError()
  const entries = data.slice(0, PAGE_SIZE).flatMap(({ member, ...entry }) =>
    member
      ? {
          id: entry.id,
          member: { id: member.id, username: member.username, avatarUrl: member.avatar_url },
          ...readPick(entry),
        }
      : [],
  )
  return { entries, more: data.length > PAGE_SIZE }
}
