import { infiniteQueryOptions } from '@tanstack/react-query'
import { shownMember } from '../../lib/member-name.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { GAME_COLUMNS, type Game, readGame, readPick, type Winner } from './game.ts'
import { gamesKeys } from './keys.ts'

/** Results on one page of the list. */
const PAGE_SIZE = 6
/** A square may have any number of winners; a card names this many. */
export const WINNERS_NAMED = 5

export interface CompletedGame extends Game {
  completedAt: string | null
  /** By place, earliest first; at most {@link WINNERS_NAMED}. */
  winners: Winner[]
  /** True when there are more winners than are named. */
  moreWinners: boolean
}

/** One page of the results. */
export interface ResultsPage {
  games: CompletedGame[]
  more: boolean
  /** Number of all completed games; only the first page has it. */
  total: number
}

const completedGames = (client: BanksideClient, counted = false) =>
  client.from('games').select(
    `${GAME_COLUMNS}, completed_at, winners:game_entries(id, entry_data, photo_url, is_winner, winner_place, by_team,
        member:profiles(id, username, avatar_url))`,
    counted ? { count: 'exact' } : {},
  )

/** Completed games with their winners, the latest result first, a page at a time. */
export const completedGamesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: gamesKeys.completed(userId),
    queryFn: ({ pageParam, signal }) => listCompleted(userId, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, page) => (last.more ? page + 1 : undefined),
    refetchOnWindowFocus: 'always',
  })

async function listCompleted(userId: string, page: number, signal: AbortSignal): Promise<ResultsPage> {
  const client = await supabase()
  const from = page * PAGE_SIZE
  // One row more than is shown, to know whether there is another page.
  const { data, count } = await withWinners(client, userId, page === 0)
    .eq('status', 'completed')
    .order('completed_at', { ascending: false })
    .order('id')
    .range(from, from + PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError()
  return { games: data.slice(0, PAGE_SIZE).map(readCompleted), more: data.length > PAGE_SIZE, total: count ?? 0 }
}

/** Games with the viewer's own entries and the winners that a card names; further conditions may follow. */
export const withWinners = (client: BanksideClient, userId: string, counted = false) =>
  completedGames(client, counted)
    .eq('own.user_id', userId)
    .eq('winners.is_winner', true)
    .order('winner_place', { referencedTable: 'winners' })
    .order('created_at', { referencedTable: 'winners' })
    .limit(WINNERS_NAMED + 1, { referencedTable: 'winners' })

export function readCompleted(row: RowOf<typeof completedGames>): CompletedGame {
  const winners = row.winners.map(({ member, ...entry }) => ({
    entryId: entry.id,
    place: entry.winner_place ?? 1,
    member: shownMember(member, entry.id),
    ...readPick(entry),
  }))
  return {
    ...readGame(row),
    completedAt: row.completed_at,
    winners: winners.slice(0, WINNERS_NAMED),
    moreWinners: winners.length > WINNERS_NAMED,
  }
}
