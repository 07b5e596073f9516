import type { BanksideClient, RowOf } from '../../lib/supabase.ts'

export type FulfillmentStatus = 'pending' | 'processing' | 'shipped' | 'delivered' | 'closed'
const FULFILLMENT: readonly FulfillmentStatus[] = ['pending', 'processing', 'shipped', 'delivered', 'closed']

/** The sending of a claimed prize, as far as its winner may see it. */
export interface ClaimProgress {
  claimedAt: string | null
  fulfillment: FulfillmentStatus
  carrier: string | null
  trackingNumber: string | null
  /** The sender's note to the winner. */
  notes: string | null
}

/** Columns of `prize_awards` from which {@link progressOf} reads. */
export const PROGRESS_COLUMNS = 'claimed_at, fulfillment_status, carrier, tracking_number, fulfillment_notes' as const

const progress = (client: BanksideClient) => client.from('prize_awards').select(PROGRESS_COLUMNS)

export const progressOf = (row: RowOf<typeof progress>): ClaimProgress => ({
  claimedAt: row.claimed_at,
  fulfillment: FULFILLMENT.find((status) => status === row.fulfillment_status) ?? 'pending',
  carrier: row.carrier,
  trackingNumber: row.tracking_number,
  notes: row.fulfillment_notes,
})
