import * as z from 'zod/mini'
import { CLAIM_LIMITS } from '../../../../contract/src/limits.ts'
import { CLAIM_STATUSES } from '../../data/claims/claims-search.ts'
import type { PrizeClaim } from '../../data/claims/console-claim.ts'
import { text } from '../../lib/form/schema.ts'

/** The fields of a claim's fulfillment. */
export const claimSchema = z.object({
  status: z.enum(CLAIM_STATUSES),
  carrier: text(CLAIM_LIMITS.carrier),
  trackingNumber: text(CLAIM_LIMITS.trackingNumber),
  fulfillmentNotes: text(CLAIM_LIMITS.notes),
  adminNotes: text(CLAIM_LIMITS.notes),
})

export const baseOf = (claim: PrizeClaim) => {
  const { status, carrier, trackingNumber, fulfillmentNotes, adminNotes } = claim
  return { start: { status, carrier, trackingNumber, fulfillmentNotes, adminNotes }, version: claim.updatedAt }
}
