import { CLAIM_LIMITS } from '../../../../contract/src/limits.ts'
import type { ClaimStatus } from '../../data/claims/claims-search.ts'
import type { PrizeClaim } from '../../data/claims/console-claim.ts'
import { trimmedLength } from '../../lib/trimmed-length.ts'

/** What the editor of a claim holds. */
export interface ClaimEdit {
  status: ClaimStatus
  trackingNumber: string
  fulfillmentNotes: string
  adminNotes: string
}

export const editOf = ({ status, trackingNumber, fulfillmentNotes, adminNotes }: PrizeClaim): ClaimEdit => ({
  status,
  trackingNumber,
  fulfillmentNotes,
  adminNotes,
})

/** The edit as it is sent. */
export const trimmed = (edit: ClaimEdit): ClaimEdit => ({
  status: edit.status,
  trackingNumber: edit.trackingNumber.trim(),
  fulfillmentNotes: edit.fulfillmentNotes.trim(),
  adminNotes: edit.adminNotes.trim(),
})

export const sameEdit = (one: ClaimEdit, other: ClaimEdit) =>
  one.status === other.status &&
  one.trackingNumber === other.trackingNumber &&
  one.fulfillmentNotes === other.fulfillmentNotes &&
  one.adminNotes === other.adminNotes

export interface EditErrors {
  trackingNumber?: string
  fulfillmentNotes?: string
  adminNotes?: string
}

/** What is too long. */
export function editErrors(edit: ClaimEdit): EditErrors {
  const errors: EditErrors = {}
  const { trackingNumber, notes } = CLAIM_LIMITS
  if (trimmedLength(edit.trackingNumber) > trackingNumber)
    errors.trackingNumber = `At most ${trackingNumber} characters.`
  if (trimmedLength(edit.fulfillmentNotes) > notes) errors.fulfillmentNotes = `At most ${notes} characters.`
  if (trimmedLength(edit.adminNotes) > notes) errors.adminNotes = `At most ${notes} characters.`
  return errors
}
