import type { PillTone } from '../../components/ui/pill.tsx'
import type { ClaimStatus } from '../../data/claims/claims-search.ts'
import type { PrizeClaim, ShipTo } from '../../data/claims/console-claim.ts'
import { formatDay } from '../../lib/format.ts'

export const STATUS_NAMES: Record<ClaimStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  closed: 'Closed',
}

export const STATUS_TONES: Record<ClaimStatus, PillTone> = {
  pending: 'warn',
  processing: 'info',
  shipped: 'lake',
  delivered: 'ok',
  closed: 'grey',
}

export const TYPE_NAMES: Record<PrizeClaim['prize']['type'], string> = {
  points: 'Points',
  physical: 'Physical',
  digital: 'Digital',
}

const METHODS = { standard: 'Standard, 5-7 business days', express: 'Express, 2-3 business days' } as const

/** How a prize is to be sent; undefined while the winner has not chosen. */
export const methodText = (method: PrizeClaim['method']) => (method ? METHODS[method] : undefined)

/** An address in one line. */
export const addressText = ({ fullName, lines }: ShipTo) => [fullName, ...lines].filter(Boolean).join(', ')

/** What the winner has done about it so far. */
export function claimedText({ claimedAt, claimDeadline }: PrizeClaim, now = new Date()): string {
  if (claimedAt) return `claimed ${formatDay(claimedAt)}`
  return new Date(claimDeadline) <= now
    ? 'not claimed in time'
    : `not claimed yet, open until ${formatDay(claimDeadline)}`
}
