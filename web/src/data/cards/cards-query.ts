import { queryOptions } from '@tanstack/react-query'
import type { CardPlacement } from '../../../../contract/src/column-types.ts'
import { STALE } from '../../config/stale.ts'
import { staleUnlessFollowed } from '../../lib/live/followed-rows.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { cardsKeys } from './keys.ts'

export type { CardPlacement }

/** What a reader sees of an info card. */
export type InfoCard = RowOf<typeof placedCards>

export const placedCards = (client: BanksideClient, placement: CardPlacement) =>
  client
    .from('info_cards')
    .select('id, title, description, image_url, cta_text, cta_url')
    .eq('placement', placement)
    // Guests and members only ever receive such rows; admins can read all of them, and see here what members see.
    .eq('is_active', true)
    // PostgreSQL reads `now` as its own current time; the viewer's clock may be wrong.
    .lte('start_date', 'now')
    .gte('end_date', 'now')
    .order('created_at', { ascending: false })

/** The active cards of one place, newest first. */
export const cardsQuery = (placement: CardPlacement) =>
  queryOptions({
    queryKey: cardsKeys.placement(placement),
    queryFn: ({ signal }) => listCards(placement, signal),
    staleTime: staleUnlessFollowed(STALE.oneMinute),
  })

async function listCards(placement: CardPlacement, signal: AbortSignal): Promise<InfoCard[]> {
  const client = await supabase()
  const { data } = await placedCards(client, placement).abortSignal(signal).throwOnError()
  return data
}
