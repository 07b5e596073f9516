import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'
import { addressesKeys } from './keys.ts'

/** The fields of a new address; the names are the columns of `shipping_addresses`. */
export interface NewAddress {
  /** Chosen by the caller, so that an address sent twice is stored once. */
  requestId: string
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

/** Saves an address in the viewer's address book and returns its ID; the first becomes the default. Safe to repeat. */
export function useAddressSaveMutation(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (address: NewAddress) => save(userId, address),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: addressesKeys.all }),
  })
}

async function save(userId: string, { requestId, ...fields }: NewAddress): Promise<string> {
  const client = await supabase()
  const made = await client
    .from('shipping_addresses')
    .insert({ request_id: requestId, user_id: userId, ...fields })
    .select('id')
    .single()
  if (made.data) return made.data.id
  // The answer to an earlier attempt may have been lost: then the address exists, and only its text may differ.
  const id = isRepeated(made.error) && (await rowOfRequest(client, requestId))
  if (!id) throw made.error
  const { data } = await client.from('shipping_addresses').update(fields).eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw made.error
  return id
}
