import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { type Entrant, type Pick, readPick } from './game.ts'
import { gamesKeys } from './keys.ts'

const PAGE_SIZE = 24
/** A square may have any number of winners; the console names so many of them. */
export const WINNERS_LISTED = 50

/** An entry as the console shows it, guesses of running games included. */
export interface ConsoleEntry extends Pick {
  id: string
  member: Entrant
  enteredAt: string
  /** 1 to 3; of an active carp of the week the place that an admin chose. */
  place: number | null
  isWinner: boolean
}

export interface ConsoleEntriesPage {
  entries: ConsoleEntry[]
  more: boolean
}

const COLUMNS = `id, entry_data, photo_url, winner_place, is_winner, created_at,
  member:profiles(id, username, avatar_url)`

interface EntryRow {
  id: string
  entry_data: unknown
  photo_url: string | null
  winner_place: number | null
  is_winner: boolean
  created_at: string
  member: { id: string; username: string; avatar_url: string | null } | null
}

/** All entries in the order in which they came, newest first, a page at a time. */
export const consoleEntriesQuery = (gameId: string) =>
  infiniteQueryOptions({
    queryKey: gamesKeys.console.entries(gameId),
    queryFn: ({ pageParam, signal }) => listEntries(gameId, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, page) => (last.more ? page + 1 : undefined),
    refetchOnWindowFocus: 'always',
  })

/** Entries with a place, best first; at most {@link WINNERS_LISTED}. */
export const consoleWinnersQuery = (gameId: string) =>
  queryOptions({
    queryKey: gamesKeys.console.winners(gameId),
    queryFn: ({ signal }) => listWinners(gameId, signal),
    refetchOnWindowFocus: 'always',
  })

async function listEntries(gameId: string, page: number, signal: AbortSignal): Promise<ConsoleEntriesPage> {
  const client = await supabase()
  const from = page * PAGE_SIZE
  const { data } = await client
    .from('game_entries')
    .select(COLUMNS)
    .eq('game_id', gameId)
    .order('created_at', { ascending: false })
    .order('id')
    // One more than is shown tells whether there is another page.
    .range(from, from + PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<EntryRow[], { merge: false }>()
  return { entries: data.slice(0, PAGE_SIZE).flatMap(readEntry), more: data.length > PAGE_SIZE }
}

async function listWinners(gameId: string, signal: AbortSignal): Promise<ConsoleEntry[]> {
  const client = await supabase()
  const { data } = await client
    .from('game_entries')
    .select(COLUMNS)
    .eq('game_id', gameId)
    .not('winner_place', 'is', null)
    .order('winner_place')
    .order('created_at')
    .order('id')
    .limit(WINNERS_LISTED)
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<EntryRow[], { merge: false }>()
  return data.flatMap(readEntry)
}

function readEntry({ member, ...row }: EntryRow): ConsoleEntry[] {
  if (!member) return []
  return [
    {
      id: row.id,
      member: { id: member.id, username: member.username, avatarUrl: member.avatar_url },
      enteredAt: row.created_at,
      place: row.winner_place,
      isWinner: row.is_winner,
      ...readPick(row),
    },
  ]
}
