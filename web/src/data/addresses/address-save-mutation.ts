import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { addressesKeys } from './keys.ts'

/** What a new address consists of; the column names are those of `shipping_addresses`. */
export interface NewAddress {
  /** Made by the caller, so that an address sent a second time is the same address and not another one. */
  id: string
  full_name: string
  email: string
  phone_number: string
  address_line1: string
  address_line2: string
  city: string
  state: string
  postal_code: string
  country: string
}

/** Saves an address in the viewer's address book; the first one becomes the default. Safe to repeat. */
export function useAddressSaveMutation(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (address: NewAddress) => save(userId, address),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: addressesKeys.all }),
  })
}

async function save(userId: string, { id, ...fields }: NewAddress): Promise<void> {
  const client = await supabase()
  const { error } = await client.from('shipping_addresses').insert({ id, user_id: userId, ...fields })
  if (!error) return
  // The reply to an earlier attempt may have been lost: then the address is there already, and only its words may differ.
  const { data } = await client.from('shipping_addresses').update(fields).eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw error
}
