import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import type { PrizeType } from './award.ts'
import { prizesKeys } from './keys.ts'

/** A package to be made. The id is chosen once, so that another attempt completes the same package. */
export interface NewPackage {
  id: string
  name: string
  description: string
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
}

/** The package may be there without its items, and could not be taken back. */
export class PackageUnfinishedError extends Error {
  constructor(cause: unknown) {
    super('the package was made without its items', { cause })
    this.name = 'PackageUnfinishedError'
  }
}

/**
 * Makes a package with its items, or nothing; safe to repeat.
 * @throws {PackageUnfinishedError} when the items failed and the package could not be taken back.
 */
export function usePackageCreateMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createPackage,
    onSettled: () => queryClient.invalidateQueries({ queryKey: prizesKeys.all }),
  })
}

async function createPackage({ id, name, description, items }: NewPackage): Promise<void> {
  const client = await supabase()
  const made = await client.from('prize_packages').insert({ id, name, description })
  if (made.error?.code === '23505') {
    // An earlier attempt got this far. The words may have changed since, and its items may have come through.
    await client.from('prize_packages').update({ name, description }).eq('id', id).throwOnError()
    await client.from('prize_items').delete().eq('package_id', id).throwOnError()
  } else if (made.error) {
    // Refused by the database it is not there; without an answer it may be.
    if (!made.error.code) await takeBack(made.error)
    throw made.error
  }
  // One statement: all items or none.
  const { error } = await client.from('prize_items').insert(
    items.map((item) => ({
      package_id: id,
      title: item.title,
      description: item.description,
      type: item.type,
      points_value: item.type === 'points' ? item.pointsValue : null,
      quantity: item.quantity,
      image_url: item.imageUrl,
    })),
  )
  if (!error) return
  await takeBack(error)
  throw error

  async function takeBack(cause: unknown): Promise<void> {
    const undone = await client.from('prize_packages').delete().eq('id', id)
    if (undone.error) throw new PackageUnfinishedError(cause)
  }
}
