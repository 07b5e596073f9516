import type { PrizeClaim } from '../../data/claims/console-claim.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import { STATUS_NAMES, TYPE_NAMES } from './claim-text.ts'

/** The columns of the export of claims. Moments are in UTC, in a form that spreadsheets and scripts read. */
export const CLAIM_FILE: readonly CsvColumn<PrizeClaim>[] = [
  { header: 'Username', value: ({ winner }) => winner.username },
  { header: 'Prize', value: ({ prize }) => prize.title },
  { header: 'Type', value: ({ prize }) => TYPE_NAMES[prize.type] },
  { header: 'Package', value: ({ prize }) => prize.packageName },
  { header: 'Points paid', value: ({ pointsPaid }) => pointsPaid },
  { header: 'Awarded', value: ({ awardedAt }) => moment(awardedAt) },
  { header: 'Claim deadline', value: ({ claimDeadline }) => moment(claimDeadline) },
  { header: 'Claimed', value: ({ claimedAt }) => moment(claimedAt) },
  { header: 'Status', value: ({ status }) => STATUS_NAMES[status] },
  { header: 'Shipped', value: ({ shippedAt }) => moment(shippedAt) },
  { header: 'Carrier', value: ({ carrier }) => carrier },
  { header: 'Tracking number', value: ({ trackingNumber }) => trackingNumber },
  { header: 'Shipping method', value: ({ method }) => method ?? '' },
  { header: 'Name', value: ({ shipTo }) => shipTo?.fullName },
  { header: 'Address', value: ({ shipTo }) => shipTo?.lines.join(', ') },
  { header: 'Phone', value: ({ shipTo }) => shipTo?.phone },
  { header: 'Email', value: ({ shipTo }) => shipTo?.email },
  { header: 'Fulfillment notes', value: ({ fulfillmentNotes }) => fulfillmentNotes },
  { header: 'Admin notes', value: ({ adminNotes }) => adminNotes },
]

// The database writes microseconds; spreadsheets expect seconds.
const moment = (date: string | null) => {
  const at = new Date(date ?? Number.NaN)
  return Number.isNaN(+at) ? '' : at.toISOString().slice(0, 19).replace('T', ' ')
}
