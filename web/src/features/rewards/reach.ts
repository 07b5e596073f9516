import type { Reward } from '../../data/rewards/rewards-query.ts'

/**
 * How a reward stands for a member: to be had now, to be claimed first, had as often as allowed, closed for a while, or with
 * points missing.
 */
export type Reach =
  | { kind: 'now' }
  | { kind: 'unclaimed' }
  | { kind: 'had' }
  | { kind: 'closed'; until: string }
  | { kind: 'missing'; points: number; share: number }

/** @param balance undefined until it is known; the database decides then. */
export function reachOf(
  {
    price,
    limit,
    times,
    closedUntil,
    isUnclaimed,
  }: Pick<Reward, 'price' | 'limit' | 'times' | 'closedUntil' | 'isUnclaimed'>,
  balance?: number,
): Reach {
  if (isUnclaimed) return { kind: 'unclaimed' }
  if (limit !== null && times >= limit) return { kind: 'had' }
  if (closedUntil !== null) return { kind: 'closed', until: closedUntil }
  if (balance === undefined || balance >= price) return { kind: 'now' }
  // Whole per cent, rounded down, so that the bar is full only when the price is reached.
  return { kind: 'missing', points: price - balance, share: Math.floor((Math.max(balance, 0) / price) * 100) }
}
