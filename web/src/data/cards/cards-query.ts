import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { cardsKeys } from './keys.ts'

export type CardPlacement = 'home' | 'games' | 'newsfeed'

/** What a reader sees of an info card. */
export interface InfoCard {
  id: string
  title: string
  description: string | null
  image_url: string | null
  cta_text: string | null
  cta_url: string | null
}

/** The cards of one place that are active now, newest first. */
export const cardsQuery = (placement: CardPlacement) =>
  queryOptions({
    queryKey: cardsKeys.placement(placement),
    queryFn: ({ signal }) => listCards(placement, signal),
    staleTime: STALE.oneMinute,
  })

async function listCards(placement: CardPlacement, signal: AbortSignal): Promise<InfoCard[]> {
  const client = await supabase()
  const { data } = await client
    .from('info_cards')
    .select('id, title, description, image_url, cta_text, cta_url')
    .eq('placement', placement)
    // Guests and members only ever receive such rows; admins receive all, and see here what everyone sees.
    .eq('is_active', true)
    // PostgreSQL reads the word as its own present: a viewer's clock may be wrong.
    .lte('start_date', 'now')
    .gte('end_date', 'now')
    .order('created_at', { ascending: false })
    .abortSignal(signal)
    .throwOnError()
  return data
}
