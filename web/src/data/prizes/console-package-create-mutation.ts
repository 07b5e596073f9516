import { useMutation, useQueryClient } from '@tanstack/react-query'
import { followingId } from '../../lib/new-id.ts'
import { rowOfRequest } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'
import type { PrizeType } from './award.ts'
import { prizesKeys } from './keys.ts'

/** A new package. Its request ID stays the same, so that another attempt completes the same package. */
export interface NewPackage {
  requestId: string
  name: string
  description: string
  /** In points; null if it is no reward. */
  price: number | null
  /** Per member and season; null for no limit. */
  limit: number | null
  items: NewItem[]
}

export interface NewItem {
  title: string
  description: string
  type: PrizeType
  /** Counts for points items only. */
  pointsValue: number
  quantity: number
  imageUrl: string | null
  /** In the site's currency; null when unknown, and for points. */
  retailValue: number | null
}

/** The package may exist without its items, and could not be deleted again. */
export class PackageUnfinishedError extends Error {
  constructor(cause: unknown) {
    super('the package was made without its items', { cause })
    this.name = 'PackageUnfinishedError'
  }
}

/**
 * Creates a package with its items, or nothing; safe to repeat.
 * @throws {PackageUnfinishedError} when the items failed and the package could not be deleted again.
 */
export function usePackageCreateMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createPackage,
    onSettled: () => queryClient.invalidateQueries({ queryKey: prizesKeys.all }),
  })
}

/** The row of a new item. */
export const itemRow = (packageId: string, item: NewItem) => ({
  package_id: packageId,
  title: item.title,
  description: item.description,
  type: item.type,
  points_value: item.type === 'points' ? item.pointsValue : null,
  quantity: item.quantity,
  image_url: item.imageUrl,
  retail_value: item.type === 'points' ? null : item.retailValue,
})

async function createPackage({ requestId, name, description, price, limit, items }: NewPackage): Promise<void> {
  const values = { name, description, points_price: price, limit_per_member: limit }
  const id = await onePackage(requestId, values)
  const client = await supabase()
  // One statement: all items or none.
  const { error } = await client.from('prize_items').insert(items.map((item) => itemRow(id, item)))
  if (!error) return
  await takeBack(id, error)
  throw error
}

interface PackageValues {
  name: string
  description: string
  points_price: number | null
  limit_per_member: number | null
}

/**
 * The package of an earlier attempt, with the current texts and without items, or a new one. An attempt that was taken
 * back has used its request ID, so the next attempt uses the following ID.
 */
async function onePackage(requestId: string, values: PackageValues): Promise<string> {
  const client = await supabase()
  for (let request = requestId; ; request = followingId(request)) {
    const id = await rowOfRequest(client, request)
    if (!id) return insertPackage(request, values)
    // The items first: the price of an earlier attempt, and the next one, need not fit them.
    await client.from('prize_items').delete().eq('package_id', id).throwOnError()
    const { data } = await client.from('prize_packages').update(values).eq('id', id).select('id').throwOnError()
    if (data.length > 0) return id
  }
}

async function insertPackage(requestId: string, values: PackageValues): Promise<string> {
  const client = await supabase()
  const made = await client
    .from('prize_packages')
    .insert({ request_id: requestId, ...values })
    .select('id')
    .single()
  if (made.data) return made.data.id
  // Refused by the database, it does not exist; without an answer it may.
  if (!made.error.code) {
    const id = await rowOfRequest(client, requestId).catch(() => {
      throw new PackageUnfinishedError(made.error)
    })
    if (id) await takeBack(id, made.error)
  }
  throw made.error
}

async function takeBack(id: string, cause: unknown): Promise<void> {
  const client = await supabase()
  const undone = await client.from('prize_packages').delete().eq('id', id)
  if (undone.error) throw new PackageUnfinishedError(cause)
}
