import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { likePattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { type ConsoleGame, consoleGames, type GameState, readConsoleGame } from './console-game.ts'
import { consoleGamesKeys } from './console-keys.ts'

/** Games on one page of the console's list. */
export const CONSOLE_PAGE_SIZE = 20

export interface GamesSearch {
  /** Part of a title; empty finds all. */
  text: string
  state: GameState | 'all'
  /** From 1. */
  page: number
}

export interface ConsoleGamesPage {
  games: ConsoleGame[]
  /** Total number of games found. */
  total: number
}

/** Games in every state, newest first. A page past the last one is empty, with the total. */
export const consoleGamesQuery = (search: GamesSearch) =>
  queryOptions({
    queryKey: consoleGamesKeys.list(search),
    queryFn: ({ signal }) => list(search, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })

async function list({ text, state, page }: GamesSearch, signal: AbortSignal): Promise<ConsoleGamesPage> {
  const client = await supabase()
  const matching = (head: boolean) => {
    let found = consoleGames(client, { count: 'exact', head })
    if (text !== '') found = found.ilike('title', likePattern(text))
    return state === 'all' ? found : found.eq('status', state)
  }
  const first = (page - 1) * CONSOLE_PAGE_SIZE
  const { data, count, error } = await matching(false)
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + CONSOLE_PAGE_SIZE - 1)
    .abortSignal(signal)
  if (error?.code === 'PGRST103') {
    const counted = await matching(true).abortSignal(signal).throwOnError()
    return { games: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { games: data.map(readConsoleGame), total: count ?? data.length }
}
