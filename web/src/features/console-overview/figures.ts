import type { ClaimAge, KindPoints, OverviewDay } from '../../data/overview/console-overview-query.ts'

/** The sum of one figure over the last days of the list. */
export function sumOfLast(days: readonly OverviewDay[], count: number, figure: 'sign_ups' | 'posts'): number {
  return days.slice(-count).reduce((sum, day) => sum + day[figure], 0)
}

/** A round number not below the largest value, as the top of an axis; at least 1. */
export function roundTop(values: readonly number[]): number {
  const max = Math.max(1, ...values)
  const ten = 10 ** Math.floor(Math.log10(max))
  const step = [1, 2, 2.5, 5, 10].find((one) => one * ten >= max && Number.isInteger(one * ten)) ?? 10
  return step * ten
}

const KIND_LABELS: Record<string, string | undefined> = {
  admin: 'Given by admins',
  referral: 'Referrals',
  game: 'Games',
  prize: 'Prizes',
  gift_received: 'Gifts between members',
  reward: 'Rewards',
  reward_refund: 'Points back for rewards',
  first_step: 'First steps',
}

export interface KindRow {
  kind: string
  label: string
  given: number
  taken: number
}

/** The kinds with points, most given first. A gift counts once, for its receiver. */
export function kindRows(points: readonly KindPoints[]): KindRow[] {
  return points
    .flatMap(({ kind, given, taken }) => {
      const label = KIND_LABELS[kind]
      return label === undefined || given + taken === 0 ? [] : [{ kind, label, given, taken }]
    })
    .sort((one, two) => two.given - one.given || two.taken - one.taken)
}

/** `0 to 2 days`, `15 days or more`. */
export function ageLabel({ from_day, to_day }: Pick<ClaimAge, 'from_day' | 'to_day'>): string {
  return to_day === null ? `${from_day} days or more` : `${from_day} to ${to_day} days`
}

export const openOf = (age: ClaimAge): number => age.pending + age.processing + age.shipped
