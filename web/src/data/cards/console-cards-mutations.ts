import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'
import type { CardPlacement } from './cards-query.ts'
import type { ConsoleCard } from './console-cards-query.ts'
import { cardsKeys } from './keys.ts'

/** The values that the form writes; blank link and text are null. */
export interface CardFields {
  title: string
  description: string
  imageUrl: string | null
  ctaText: string | null
  ctaUrl: string | null
  placement: CardPlacement
  startDate: string
  endDate: string
}

/** A new card and its request ID, the same for every attempt; the database creates the card once. */
export interface NewCard {
  requestId: string
  fields: CardFields
}

/** Creates a card, which is active at once; safe to repeat. */
export function useCardCreateMutation() {
  return useCardsMutation(createCard)
}

/** Changes the version of a card that was seen; `StaleError` when another admin changed it first. */
export function useCardEditMutation() {
  return useCardsMutation(({ seen, fields }: { seen: ConsoleCard; fields: CardFields }) =>
    updateCard(seen, rowOf(fields)),
  )
}

/** Switches a card on or off; `StaleError` when another admin changed it first. */
export function useCardSwitchMutation() {
  return useCardsMutation((card: ConsoleCard) => updateCard(card, { is_active: !card.isActive }))
}

/** Deletes a card; also resolves when it was already deleted. */
export function useCardDeleteMutation() {
  return useCardsMutation(deleteCard)
}

/** Switches cards off. @returns the number that were on; safe to repeat. */
export function useCardsSwitchOffMutation() {
  return useCardsMutation(switchOff)
}

function useCardsMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: cardsKeys.all }) })
}

const rowOf = (fields: CardFields) => ({
  title: fields.title,
  description: fields.description,
  image_url: fields.imageUrl,
  cta_text: fields.ctaText,
  cta_url: fields.ctaUrl,
  placement: fields.placement,
  start_date: fields.startDate,
  end_date: fields.endDate,
})

async function createCard({ requestId, fields }: NewCard): Promise<void> {
  const client = await supabase()
  const row = rowOf(fields)
  const { error } = await client.from('info_cards').insert({ request_id: requestId, ...row })
  if (!error) return
  // The answer to an earlier attempt may have been lost: then the card exists, and only its values may differ.
  const id = isRepeated(error) && (await rowOfRequest(client, requestId))
  if (!id) throw error
  const { data } = await client.from('info_cards').update(row).eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw error
}

type CardChange = Partial<ReturnType<typeof rowOf>> & { is_active?: boolean }

async function updateCard({ id, updatedAt }: ConsoleCard, change: CardChange): Promise<void> {
  const client = await supabase()
  const { data } = await client
    .from('info_cards')
    .update(change)
    .eq('id', id)
    .eq('updated_at', updatedAt)
    .select('id')
    .throwOnError()
  if (data.length > 0) return
  const { data: now } = await client
    .from('info_cards')
    .select('title, description, image_url, cta_text, cta_url, placement, start_date, end_date, is_active')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  requireValues(now, change)
}

async function switchOff(cardIds: readonly string[]): Promise<number> {
  const client = await supabase()
  const { data } = await client
    .from('info_cards')
    .update({ is_active: false })
    .in('id', [...cardIds])
    .eq('is_active', true)
    .select('id')
    .throwOnError()
  return data.length
}

async function deleteCard(cardId: string): Promise<void> {
  const client = await supabase()
  await client.from('info_cards').delete().eq('id', cardId).throwOnError()
}
