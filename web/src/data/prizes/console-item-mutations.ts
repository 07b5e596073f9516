import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { followingId } from '../../lib/new-id.ts'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'
import { itemRow, type NewItem } from './console-package-create-mutation.ts'
import { prizesKeys } from './keys.ts'
import { ItemNotFoundError, PackageNotFoundError } from './refusal.ts'

export interface ItemAddition {
  packageId: string
  /** Created once and sent with every attempt, so that the item is added once. */
  requestId: string
  item: NewItem
}

/**
 * Adds an item to an existing package; safe to repeat.
 * @throws {PackageNotFoundError} when the package was deleted.
 */
export function useItemAddMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: addItem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: prizesKeys.all }),
  })
}

async function addItem({ packageId, requestId, item }: ItemAddition): Promise<void> {
  const client = await supabase()
  const row = itemRow(packageId, item)
  const { package_id: _, type, ...values } = row
  for (let request = requestId; ; request = followingId(request)) {
    const { error } = await client.from('prize_items').insert({ ...row, request_id: request })
    if (!error) return
    if (error.code === '23503') throw new PackageNotFoundError()
    // The answer to an earlier attempt may have been lost: then the item exists, and only its values may differ.
    const id = isRepeated(error) && (await rowOfRequest(client, request))
    if (!id) throw error
    const items = client.from('prize_items')
    const { data } = await items.update(values).eq('id', id).eq('type', type).select('id').throwOnError()
    if (data.length > 0) return
    // The type of an item cannot change, so another item takes its place.
    await client.from('prize_items').delete().eq('id', id).throwOnError()
  }
}

export interface ItemCorrection {
  id: string
  title: string
  description: string
  /** Null for things. */
  pointsValue: number | null
  /** At least the number already awarded; the stock follows. */
  quantity: number
  imageUrl: string | null
  retailValue: number | null
  /** `updatedAt` of the item as the admin saw it. */
  seen: string
}

/**
 * Corrects an item from the version that the admin saw. `prizeRefusal` has the text for a refusal of the database.
 * @throws {StaleError} when it was corrected in the meantime, {@link ItemNotFoundError} when it was deleted.
 */
export function useItemCorrectMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: correctItem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: prizesKeys.all }),
  })
}

async function correctItem({ id, seen, ...wanted }: ItemCorrection): Promise<void> {
  const client = await supabase()
  const row = {
    title: wanted.title,
    description: wanted.description,
    points_value: wanted.pointsValue,
    quantity: wanted.quantity,
    image_url: wanted.imageUrl,
    retail_value: wanted.retailValue,
  }
  const { data } = await client
    .from('prize_items')
    .update(row)
    .eq('id', id)
    .eq('updated_at', seen)
    .select('id')
    .throwOnError()
  if (data.length > 0) return
  const { data: now } = await client
    .from('prize_items')
    .select('title, description, points_value, quantity, image_url, retail_value')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!now) throw new ItemNotFoundError()
  requireValues(now, row)
}
