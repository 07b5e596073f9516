import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasValues } from '../../lib/has-values.ts'
import { supabase } from '../../lib/supabase.ts'
import { dashboardKeys } from '../dashboard/keys.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { profileKeys } from '../profile/keys.ts'
import type { ShippingMethod } from './award.ts'
import { prizesKeys } from './keys.ts'

/** A claim with accepted terms. Prizes that are not sent have neither method nor address. */
export interface ClaimRequest {
  awardId: string
  shipping: { method: ShippingMethod; addressId: string } | undefined
}

/**
 * Claims one of the viewer's awards; safe to repeat after a lost answer.
 * A refusal of the database has a code (`CL…`), for which `claimRefusal` has the text.
 */
export function usePrizeClaimMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: claim,
    // A points prize is credited when it is claimed. After a failure the award may have changed as well.
    onSettled: () =>
      Promise.all(
        [prizesKeys.all, profileKeys.all, leaderboardKeys.all, dashboardKeys.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

async function claim({ awardId, shipping }: ClaimRequest): Promise<void> {
  const client = await supabase()
  const { data, error } = await client
    .from('prize_awards')
    .update({
      status: 'claimed',
      terms_accepted: true,
      shipping_method: shipping?.method ?? null,
      shipping_address_id: shipping?.addressId ?? null,
    })
    .eq('id', awardId)
    .select('id')
  if (error ? !(await isClaimedLikeThis()) : data.length === 0) throw error ?? new Error('no such award')

  // If the answer to an earlier attempt was lost, the award may already be claimed.
  async function isClaimedLikeThis(): Promise<boolean> {
    const { data: award } = await client
      .from('prize_awards')
      .select(`status, shipping_method, shipping_address_id, shipping_details,
        address:shipping_addresses (full_name, email, phone_number, address_line1, address_line2, city, state,
          postal_code, country)`)
      .eq('id', awardId)
      .maybeSingle()
    return (
      award?.status === 'claimed' &&
      award.shipping_method === (shipping?.method ?? null) &&
      award.shipping_address_id === (shipping?.addressId ?? null) &&
      // The prize goes to the address as it was then; it may have been corrected since.
      hasValues(award.shipping_details ?? {}, award.address ?? {})
    )
  }
}
