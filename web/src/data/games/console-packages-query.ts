import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { consoleGamesKeys } from './console-keys.ts'

/** A prize package that can be a game's prize. */
export interface PrizeChoice {
  id: string
  name: string
  active: boolean
  /** Titles of the items that are out of stock. */
  exhausted: string[]
  itemCount: number
}

/** All packages by name, including inactive ones: a game keeps the package that it was given. */
export const prizeChoicesQuery = () =>
  queryOptions({
    queryKey: consoleGamesKeys.packages(),
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

/** Why the package could not be awarded at present; undefined when it could. */
export function prizeObstacle({ name, active, exhausted, itemCount }: PrizeChoice): string | undefined {
  if (!active) return `The package ${name} is inactive.`
  if (itemCount === 0) return `The package ${name} has no items.`
  if (exhausted.length > 0) return `The package ${name} is out of stock: ${exhausted.join(', ')}.`
  return undefined
}
