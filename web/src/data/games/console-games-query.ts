import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { containing } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import {
  CONSOLE_GAME_COLUMNS,
  type ConsoleGame,
  type ConsoleGameRow,
  type GameState,
  readConsoleGame,
} from './console-game.ts'
import { gamesKeys } from './keys.ts'

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
  /** How many games the search finds altogether. */
  total: number
}

/** Games in every state, newest first. A page past the last one is empty, with the total. */
export const consoleGamesQuery = (search: GamesSearch) =>
  queryOptions({
    queryKey: gamesKeys.console.list(search),
    queryFn: ({ signal }) => list(search, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })

async function list({ text, state, page }: GamesSearch, signal: AbortSignal): Promise<ConsoleGamesPage> {
  const client = await supabase()
  const matching = (columns: string, head: boolean) => {
    let found = client.from('games').select(columns, { count: 'exact', head })
    if (text !== '') found = found.ilike('title', containing(text))
    return state === 'all' ? found : found.eq('status', state)
  }
  const first = (page - 1) * CONSOLE_PAGE_SIZE
  const { data, count, error } = await matching(CONSOLE_GAME_COLUMNS, false)
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + CONSOLE_PAGE_SIZE - 1)
    .abortSignal(signal)
    .overrideTypes<ConsoleGameRow[], { merge: false }>()
  if (error?.code === 'PGRST103') {
    const counted = await matching('id', true).abortSignal(signal).throwOnError()
    return { games: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { games: data.map(readConsoleGame), total: count ?? data.length }
}
