import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { addressesKeys } from './keys.ts'

/** An address in the member's own address book. */
export interface SavedAddress {
  id: string
  full_name: string
  address_line1: string
  address_line2: string | null
  city: string
  state: string
  postal_code: string
  country: string
  is_default: boolean
}

/** The viewer's saved addresses, the default first, then the newest. */
export const addressesQuery = (userId: string) =>
  queryOptions({
    queryKey: addressesKeys.list(userId),
    queryFn: ({ signal }) => listAddresses(userId, signal),
    staleTime: STALE.oneMinute,
  })

async function listAddresses(userId: string, signal: AbortSignal): Promise<SavedAddress[]> {
  const client = await supabase()
  const { data } = await client
    .from('shipping_addresses')
    .select('id, full_name, address_line1, address_line2, city, state, postal_code, country, is_default')
    .eq('user_id', userId)
    .order('is_default', { ascending: false })
    .order('created_at', { ascending: false })
    .abortSignal(signal)
    .throwOnError()
  return data
}
