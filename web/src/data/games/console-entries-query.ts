import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { shownMember } from '../../lib/member-name.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { consoleGamesKeys } from './console-keys.ts'
import { type Entrant, type Pick, readPick } from './game.ts'

const PAGE_SIZE = 24
/** A square may have any number of winners; the console names this many. */
export const WINNERS_LISTED = 50

/** An entry as the console shows it, including guesses of running games. */
export interface ConsoleEntry extends Pick {
  id: string
  member: Entrant
  enteredAt: string
  /** 1 to 3; in an active carp of the week, the place chosen by an admin. */
  place: number | null
  isWinner: boolean
  /** An entry of the club's team, which never wins. */
  byTeam: boolean
}

export interface ConsoleEntriesPage {
  entries: ConsoleEntry[]
  more: boolean
}

const entries = (client: BanksideClient, gameId: string) =>
  client
    .from('game_entries')
    .select(
      `id, entry_data, photo_url, winner_place, is_winner, by_team, created_at,
        member:profiles(id, username, avatar_url)`,
    )
    .eq('game_id', gameId)

/** All entries in order of arrival, newest first, a page at a time. */
export const consoleEntriesQuery = (gameId: string) =>
  infiniteQueryOptions({
    queryKey: consoleGamesKeys.entries(gameId),
    queryFn: ({ pageParam, signal }) => listEntries(gameId, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, page) => (last.more ? page + 1 : undefined),
    refetchOnWindowFocus: 'always',
  })

/** Entries with a place, best first; at most {@link WINNERS_LISTED}. */
export const consoleWinnersQuery = (gameId: string) =>
  queryOptions({
    queryKey: consoleGamesKeys.winners(gameId),
    queryFn: ({ signal }) => listWinners(gameId, signal),
    refetchOnWindowFocus: 'always',
  })

async function listEntries(gameId: string, page: number, signal: AbortSignal): Promise<ConsoleEntriesPage> {
  const client = await supabase()
  const from = page * PAGE_SIZE
  const { data } = await entries(client, gameId)
    .order('created_at', { ascending: false })
    .order('id')
    // One row more than is shown, to know whether there is another page.
    .range(from, from + PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError()
  return { entries: data.slice(0, PAGE_SIZE).map(readEntry), more: data.length > PAGE_SIZE }
}

async function listWinners(gameId: string, signal: AbortSignal): Promise<ConsoleEntry[]> {
  const client = await supabase()
  const { data } = await entries(client, gameId)
    .not('winner_place', 'is', null)
    .order('winner_place')
    .order('created_at')
    .order('id')
    .limit(WINNERS_LISTED)
    .abortSignal(signal)
    .throwOnError()
  return data.map(readEntry)
}

function readEntry({ member, ...row }: RowOf<typeof entries>): ConsoleEntry {
  return {
    id: row.id,
    member: shownMember(member, row.id),
    enteredAt: row.created_at,
    place: row.winner_place,
    isWinner: row.is_winner,
    byTeam: row.by_team,
    ...readPick(row),
  }
}
