import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { prizesKeys } from './keys.ts'

/** An active package. */
export interface AssignablePackage {
  id: string
  name: string
  items: number
  /** Why it cannot be assigned at present; undefined when every item is in stock. */
  obstacle: string | undefined
}

/** The active packages by name. */
export const assignableQuery = () =>
  queryOptions({
    queryKey: prizesKeys.assignable(),
    queryFn: ({ signal }) => loadAssignable(signal),
    staleTime: 0,
  })

async function loadAssignable(signal: AbortSignal): Promise<AssignablePackage[]> {
  const client = await supabase()
  const { data } = await client
    .from('prize_packages')
    .select('id, name, items:prize_items (title, remaining_quantity)')
    .eq('is_active', true)
    .order('name')
    .order('id')
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ id, name, items }) => {
    const missing = items.find(({ remaining_quantity }) => remaining_quantity < 1)
    return {
      id,
      name,
      items: items.length,
      obstacle: items.length === 0 ? 'no items' : missing && `${missing.title} is out of stock`,
    }
  })
}
