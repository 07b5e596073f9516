import type { MemberRecord } from '../../data/users/console-record-query.ts'

const KINDS: Record<string, string | undefined> = {
  post: 'A post',
  comment: 'A comment',
  member: 'The profile',
  entry: 'A game photo',
}
const DECISIONS: Record<string, string | undefined> = {
  dismiss: 'dismissed',
  hide: 'hidden',
  remove: 'removed',
  warn: 'warned',
  suspend: 'suspended',
  gone: 'closed without a decision',
}

/** A case in one line: `A post: warned`. */
export function caseLine({ kind, decision }: NonNullable<MemberRecord['reports']>['newest'][number]): string {
  return `${KINDS[kind] ?? kind}: ${decision === null ? 'not decided yet' : (DECISIONS[decision] ?? decision)}`
}

const STATUS: Record<string, string | undefined> = { assigned: 'Not claimed yet', expired: 'Expired' }
const STAGES: Record<string, string | undefined> = {
  pending: 'Claimed',
  processing: 'Being packed',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

/** Where a prize is: `Shipped`. */
export function prizeLine({ status, stage }: MemberRecord['prizes'][number]): string {
  if (status !== 'claimed') return STATUS[status] ?? status
  return STAGES[stage ?? 'pending'] ?? String(stage)
}
