import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { shownMember } from '../../lib/member-name.ts'
import { supabase } from '../../lib/supabase.ts'
import { type Entrant, type Pick, readPick } from './game.ts'
import { gamesKeys } from './keys.ts'

const PAGE_SIZE = 24
/** Maximum number of rows in one answer of the API; further entrants are counted but not named. */
const ENTRANTS_MAX = 1000

export interface ShownEntry extends Pick {
  id: string
  byTeam: boolean
  member: Entrant
}

/** A member who entered, marked when they belong to the club's team. */
export interface MarkedEntrant extends Entrant {
  byTeam: boolean
}

/** The entrants, newest first, without their guesses; for games whose guesses are still hidden. */
export const entrantsQuery = (gameId: string) =>
  queryOptions({
    queryKey: gamesKeys.entrants(gameId),
    queryFn: ({ signal }) => listEntrants(gameId, signal),
    refetchOnWindowFocus: 'always',
  })

async function listEntrants(gameId: string, signal: AbortSignal): Promise<MarkedEntrant[]> {
  const client = await supabase()
  const { data } = await client
    .rpc('game_entrants', { game_id: gameId })
    .limit(ENTRANTS_MAX)
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ user_id, username, avatar_url, by_team }) => ({
    id: user_id,
    username,
    avatarUrl: avatar_url,
    byTeam: by_team,
  }))
}

/** Entries with their guesses, newest first, a page at a time; empty for members while guesses are hidden. */
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
    .select('id, entry_data, photo_url, by_team, member:profiles(id, username, avatar_url)')
    .eq('game_id', gameId)
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError()
  const entries = data.slice(0, PAGE_SIZE).map(({ member, ...entry }) => ({
    id: entry.id,
    byTeam: entry.by_team,
    member: shownMember(member, entry.id),
    ...readPick(entry),
  }))
  return { entries, more: data.length > PAGE_SIZE }
}
