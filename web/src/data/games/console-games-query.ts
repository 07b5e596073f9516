import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allRows } from '../../lib/all-rows.ts'
import { consoleCounts } from '../../lib/console-counts.ts'
import { likePattern } from '../../lib/search-filter.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { type ConsoleGame, consoleGames, readConsoleGame } from './console-game.ts'
import type { GamesFound, GamesSearch, GameView } from './console-games-search.ts'
import { consoleGamesKeys } from './console-keys.ts'

/** Games on one page of the console's list. */
export const CONSOLE_PAGE_SIZE = 20

export interface ConsoleGamesPage {
  games: ConsoleGame[]
  /** Total number of games found. */
  total: number
}

/** One page of the games that a search finds. A page past the last one is empty, with the total. */
export const consoleGamesQuery = (search: GamesSearch) =>
  queryOptions({
    queryKey: consoleGamesKeys.list(search),
    queryFn: ({ signal }) => list(search, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })

/** How many games each view has. */
export const gameCountsQuery = () => consoleCounts<GameView>('games', consoleGamesKeys.counts())

function matching(client: BanksideClient, { text, view, type }: GamesFound, head = false) {
  let found = consoleGames(client, { count: 'exact', head })
  const now = new Date(serverNow()).toISOString()
  if (view === 'draft' || view === 'completed' || view === 'cancelled') found = found.eq('status', view)
  else if (view !== 'all') found = found.eq('status', 'active')
  if (view === 'upcoming') found = found.gt('start_date', now)
  if (view === 'open') found = found.lte('start_date', now).gt('end_date', now)
  if (view === 'to_settle') found = found.lte('end_date', now)
  if (type) found = found.eq('type', type)
  return text === '' ? found : found.ilike('title', likePattern(text))
}

const COLUMN = { created: 'created_at', title: 'title', end: 'end_date' } as const

async function list(search: GamesSearch, signal: AbortSignal): Promise<ConsoleGamesPage> {
  const client = await supabase()
  const first = (search.page - 1) * CONSOLE_PAGE_SIZE
  const { data, count, error } = await matching(client, search)
    .order(COLUMN[search.sort], { ascending: !search.descending })
    .order('id')
    .range(first, first + CONSOLE_PAGE_SIZE - 1)
    .abortSignal(signal)
  if (error?.code === 'PGRST103') {
    const counted = await matching(client, search, true).abortSignal(signal).throwOnError()
    return { games: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { games: data.map(readConsoleGame), total: count ?? data.length }
}

/** All games that a search finds, newest first. */
export async function loadAllGames(found: GamesFound): Promise<ConsoleGame[]> {
  const client = await supabase()
  const rows = await allRows((first, last) =>
    matching(client, found).order('created_at', { ascending: false }).order('id').range(first, last),
  )
  return rows.map(readConsoleGame)
}
