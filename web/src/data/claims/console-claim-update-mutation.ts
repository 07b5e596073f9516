import { useMutation, useQueryClient } from '@tanstack/react-query'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import { prizesKeys } from '../prizes/keys.ts'
import type { ClaimStatus } from './claims-search.ts'
import { claimsKeys } from './keys.ts'

/** What an admin says about the sending of one prize. */
export interface ClaimUpdate {
  id: string
  status: ClaimStatus
  trackingNumber: string
  fulfillmentNotes: string
  /** Kept where winners cannot read it; empty removes the note. */
  adminNotes: string
  /** `updatedAt` of the claim as the admin saw it. */
  seen: string
}

/**
 * Changes a claim as the admin saw it; the database sets and clears the date of shipping.
 * @throws {StaleError} when somebody else changed it meanwhile.
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
  const { data } = await client
    .from('prize_awards')
    .update({
      tracking_number: wanted.trackingNumber || null,
      fulfillment_notes: wanted.fulfillmentNotes || null,
      fulfillment_status: wanted.status,
      admin_notes: wanted.adminNotes,
    })
    .eq('id', id)
    .eq('updated_at', seen)
    .select('id')
    .throwOnError()
  if (data.length > 0) return
  const { data: now } = await client
    .from('prize_claims')
    .select('tracking_number, fulfillment_notes, fulfillment_status, admin_notes')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  // The answer to an earlier attempt may have been lost; then it is as wanted already.
  const done =
    now?.fulfillment_status === wanted.status &&
    (now.tracking_number ?? '') === wanted.trackingNumber &&
    (now.fulfillment_notes ?? '') === wanted.fulfillmentNotes &&
    (now.admin_notes ?? '') === wanted.adminNotes
  if (!done) throw new StaleError()
}
