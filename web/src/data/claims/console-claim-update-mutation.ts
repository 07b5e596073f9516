import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { supabase } from '../../lib/supabase.ts'
import { prizesKeys } from '../prizes/keys.ts'
import type { ClaimStatus } from './claims-search.ts'
import { claimsKeys } from './keys.ts'

/** An admin's values for the sending of one prize. */
export interface ClaimUpdate {
  id: string
  status: ClaimStatus
  carrier: string
  trackingNumber: string
  fulfillmentNotes: string
  /** Stored where winners cannot read it; empty removes the note. */
  adminNotes: string
  /** `updatedAt` of the claim as the admin saw it. */
  seen: string
}

/**
 * Changes a claim from the version that the admin saw; the database sets and clears the date of shipping.
 * @throws {StaleError} when it was changed in the meantime.
 */
export function useClaimUpdateMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: updateClaim,
    onSettled: () =>
      Promise.all([claimsKeys.all, prizesKeys.all].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}

async function updateClaim({ id, seen, ...wanted }: ClaimUpdate): Promise<void> {
  const client = await supabase()
  const row = {
    carrier: wanted.carrier || null,
    tracking_number: wanted.trackingNumber || null,
    fulfillment_notes: wanted.fulfillmentNotes || null,
    fulfillment_status: wanted.status,
    admin_notes: wanted.adminNotes,
  }
  const { data } = await client
    .from('prize_awards')
    .update(row)
    .eq('id', id)
    .eq('updated_at', seen)
    .select('id')
    .throwOnError()
  if (data.length > 0) return
  const { data: now } = await client
    .from('prize_claims')
    .select('carrier, tracking_number, fulfillment_notes, fulfillment_status, admin_notes')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  requireValues(now, row)
}
