import { infiniteQueryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { type EntryRow, GAME_COLUMNS, type Game, type GameRow, readGame, readPick, type Winner } from './game.ts'
import { gamesKeys } from './keys.ts'

/** Results on one page of the list. */
const PAGE_SIZE = 6
/** A square may have any number of winners; a card names so many of them. */
export const WINNERS_NAMED = 5

export interface CompletedGame extends Game {
  /** By place, earliest first; at most {@link WINNERS_NAMED}. */
  winners: Winner[]
  /** True when there are more winners than are named. */
  moreWinners: boolean
}

interface CompletedRow extends GameRow {
  winners: (EntryRow & { member: { id: string; username: string; avatar_url: string | null } | null })[]
}

/** Completed games with their winners, latest start first, a page at a time. */
export const completedGamesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: gamesKeys.completed(userId),
    queryFn: ({ pageParam, signal }) => listCompleted(userId, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, page) => (last.more ? page + 1 : undefined),
    refetchOnWindowFocus: 'always',
  })

async function listCompleted(
  userId: string,
  page: number,
  signal: AbortSignal,
): Promise<{ games: CompletedGame[]; more: boolean }> {
  const client = await supabase()
  const from = page * PAGE_SIZE
  // One more than is shown tells whether there is another page.
  const { data } = await client
    .from('games')
    .select(
      `${GAME_COLUMNS}, winners:game_entries(id, entry_data, photo_url, is_winner, winner_place,
        member:profiles(id, username, avatar_url))`,
    )
    .eq('status', 'completed')
    .eq('own.user_id', userId)
    .eq('winners.is_winner', true)
    .order('winner_place', { referencedTable: 'winners' })
    .order('created_at', { referencedTable: 'winners' })
    .limit(WINNERS_NAMED + 1, { referencedTable: 'winners' })
    .order('start_date', { ascending: false })
    .order('id')
    .range(from, from + PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<CompletedRow[], { merge: false }>()
  return { games: data.slice(0, PAGE_SIZE).map(readCompleted), more: data.length > PAGE_SIZE }
}

function readCompleted(row: CompletedRow): CompletedGame {
  const winners = row.winners.flatMap(({ member, ...entry }) =>
    member
      ? {
          entryId: entry.id,
          place: entry.winner_place ?? 1,
          member: { id: member.id, username: member.username, avatarUrl: member.avatar_url },
          ...readPick(entry),
        }
      : [],
  )
  return { ...readGame(row), winners: winners.slice(0, WINNERS_NAMED), moreWinners: winners.length > WINNERS_NAMED }
}
