import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import type { CardPlacement } from './cards-query.ts'
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

const cards = (client: BanksideClient) => client.from('info_cards').select(CARD_COLUMNS, { count: 'exact' })

/** One page of all info cards, newest first. @param page from 1. */
export const consoleCardsQuery = (page: number) =>
  queryOptions({
    queryKey: cardsKeys.console(page),
    queryFn: ({ signal }) => listCards(page, signal),
    placeholderData: keepPreviousData,
  })

async function listCards(page: number, signal: AbortSignal): Promise<ConsoleCards> {
  const client = await supabase()
  const first = (page - 1) * CARDS_PAGE_SIZE
  const { data, count, error } = await cards(client)
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + CARDS_PAGE_SIZE - 1)
    .abortSignal(signal)
  // The page is past the end: its last card was deleted, or the address is old.
  if (error?.code === 'PGRST103' && page > 1) {
    const { total } = await listCards(1, signal)
    return { cards: [], total }
  }
  if (error) throw error
  return { cards: data.map(readCard), total: count ?? data.length }
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
