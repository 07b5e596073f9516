import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { gamesKeys } from './keys.ts'

/** A prize package that a game may have as its prize. */
export interface PrizeChoice {
  id: string
  name: string
  active: boolean
  /** Titles of the items of which none is left. */
  exhausted: string[]
  itemCount: number
}

/** All packages by name, inactive ones too: a game keeps the package that it was given. */
export const prizeChoicesQuery = () =>
  queryOptions({
    queryKey: gamesKeys.console.packages(),
    queryFn: ({ signal }) => listPackages(signal),
  })

async function listPackages(signal: AbortSignal): Promise<PrizeChoice[]> {
  const client = await supabase()
  const { data } = await client
    .from('prize_packages')
    .select('id, name, is_active, items:prize_items(title, remaining_quantity)')
    .order('name')
    .order('id')
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ id, name, is_active, items }) => ({
    id,
    name,
    active: is_active,
    exhausted: items.filter(({ remaining_quantity }) => remaining_quantity === 0).map(({ title }) => title),
    itemCount: items.length,
  }))
}

/** Why the package could not be given away as things stand; undefined when it could. */
export function prizeObstacle({ name, active, exhausted, itemCount }: PrizeChoice): string | undefined {
  if (!active) return `The package ${name} is inactive.`
  if (itemCount === 0) return `The package ${name} has no items.`
  if (exhausted.length > 0) return `The package ${name} is out of stock: ${exhausted.join(', ')}.`
  return undefined
}
