import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allRows } from '../../lib/all-rows.ts'
import { consoleCounts } from '../../lib/console-counts.ts'
import { rowsThere } from '../../lib/rows-there.ts'
import { likePattern } from '../../lib/search-filter.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import type { CardPlacement } from './cards-query.ts'
import type { CardsFound, CardsSearch, CardView } from './console-cards-search.ts'
import { cardsKeys } from './keys.ts'

/** An info card as the console lists and edits it. */
export interface ConsoleCard {
  id: string
  title: string
  description: string
  imageUrl: string | null
  ctaText: string | null
  ctaUrl: string | null
  placement: CardPlacement
  startDate: string
  endDate: string
  isActive: boolean
  updatedAt: string
}

export interface ConsoleCards {
  cards: ConsoleCard[]
  total: number
}

export const CARDS_PAGE_SIZE = 20

const CARD_COLUMNS =
  'id, title, description, image_url, cta_text, cta_url, placement, start_date, end_date, is_active, updated_at'

const cards = (client: BanksideClient, head = false) =>
  client.from('info_cards').select(CARD_COLUMNS, { count: 'exact', head })

/** One page of the info cards that a search finds. A page past the last one is empty, with the total. */
export const consoleCardsQuery = (search: CardsSearch) =>
  queryOptions({
    queryKey: cardsKeys.console(search),
    queryFn: ({ signal }) => listCards(search, signal),
    placeholderData: keepPreviousData,
  })

/** One card; null when there is none. */
export const consoleCardQuery = (id: string) =>
  queryOptions({
    queryKey: [...cardsKeys.all, 'one', id],
    queryFn: async ({ signal }): Promise<ConsoleCard | null> => {
      const client = await supabase()
      const { data } = await cards(client).eq('id', id).abortSignal(signal).maybeSingle().throwOnError()
      return data && readCard(data)
    },
  })

/** Which of these cards still exist. */
export const cardsThere = (ids: readonly string[]) =>
  rowsThere(cardsKeys.all, ids, async (some, signal) =>
    (await supabase()).from('info_cards').select('id').in('id', some).abortSignal(signal).throwOnError(),
  )

/** How many cards each view has. */
export const cardCountsQuery = () => consoleCounts<CardView>('cards', cardsKeys.counts())

function matching(client: BanksideClient, { text, view, placement }: CardsFound, head = false) {
  let found = cards(client, head)
  const now = new Date(serverNow()).toISOString()
  if (view === 'upcoming') found = found.gt('start_date', now)
  if (view === 'expired') found = found.lt('end_date', now)
  if (view === 'active' || view === 'inactive')
    found = found
      .eq('is_active', view === 'active')
      .lte('start_date', now)
      .gte('end_date', now)
  if (placement) found = found.eq('placement', placement)
  return text === '' ? found : found.ilike('title', likePattern(text))
}

const COLUMN = { created: 'created_at', title: 'title', end: 'end_date' } as const

async function listCards(search: CardsSearch, signal: AbortSignal): Promise<ConsoleCards> {
  const client = await supabase()
  const first = (search.page - 1) * CARDS_PAGE_SIZE
  const { data, count, error } = await matching(client, search)
    .order(COLUMN[search.sort], { ascending: !search.descending })
    .order('id')
    .range(first, first + CARDS_PAGE_SIZE - 1)
    .abortSignal(signal)
  // The page is past the end: its last card was deleted, or the address is old.
  if (error?.code === 'PGRST103') {
    const counted = await matching(client, search, true).abortSignal(signal).throwOnError()
    return { cards: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { cards: data.map(readCard), total: count ?? data.length }
}

/** All cards that a search finds, newest first. */
export async function loadAllCards(found: CardsFound): Promise<ConsoleCard[]> {
  const client = await supabase()
  const rows = await allRows((first, last) =>
    matching(client, found).order('created_at', { ascending: false }).order('id').range(first, last),
  )
  return rows.map(readCard)
}

const readCard = (row: RowOf<typeof cards>): ConsoleCard => ({
  id: row.id,
  title: row.title,
  description: row.description,
  imageUrl: row.image_url,
  ctaText: row.cta_text,
  ctaUrl: row.cta_url,
  placement: row.placement,
  startDate: row.start_date,
  endDate: row.end_date,
  isActive: row.is_active,
  updatedAt: row.updated_at,
})
