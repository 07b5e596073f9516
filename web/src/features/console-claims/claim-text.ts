import type { PillTone } from '../../components/ui/pill.tsx'
import type { ClaimStatus } from '../../data/claims/claims-search.ts'
import type { PrizeClaim, ShipTo } from '../../data/claims/console-claim.ts'
import { formatDay } from '../../lib/format.ts'
import { serverNow } from '../../lib/server-clock.ts'

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

/** The shipping method; undefined until the winner has chosen. */
export const methodText = (method: PrizeClaim['method']) => (method ? METHODS[method] : undefined)

/** An address in one line. */
export const addressText = ({ fullName, lines }: ShipTo) => [fullName, ...lines].filter(Boolean).join(', ')

/** Whether and when the winner has claimed the prize. */
export function claimedText({ claimedAt, claimDeadline }: PrizeClaim, now = new Date(serverNow())): string {
  if (claimedAt) return `claimed ${formatDay(claimedAt)}`
  return new Date(claimDeadline) <= now
    ? 'not claimed in time'
    : `not claimed yet, open until ${formatDay(claimDeadline)}`
}

const isBeforeSending = (status: ClaimStatus) => status === 'pending' || status === 'processing'

/** Whether the award can be taken back: before its claim, and one that was paid for until it is sent. */
export const canTakeBack = ({
  claimedAt,
  pointsPaid,
  status,
}: Pick<PrizeClaim, 'claimedAt' | 'pointsPaid' | 'status'>) =>
  claimedAt === null || (pointsPaid !== null && isBeforeSending(status))

/**
 * Whether a claim can be set to a status: only pending before it is claimed; only physical prizes are shipped. A reward
 * that was sent stays sent.
 */
export function isOpen(
  status: ClaimStatus,
  claim: Pick<PrizeClaim, 'claimedAt' | 'status' | 'prize' | 'pointsPaid'>,
): boolean {
  if (status === claim.status) return true
  if (!claim.claimedAt) return status === 'pending'
  if (claim.pointsPaid !== null && isBeforeSending(status) && !isBeforeSending(claim.status)) return false
  return status !== 'shipped' || claim.prize.type === 'physical'
}
