import type { Figures } from '../../data/dashboard/figures-query.ts'
import type { ReferralStats } from '../../data/dashboard/referral-stats-query.ts'

const DAY = 86_400_000
const FIRST_DAYS = 14

/** What a new member does first; `join` is done from the start. */
export const FIRST_STEPS = ['game', 'photo', 'hello', 'friend', 'join'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** Whether a member joined lately. @param joinedAt ISO 8601; undefined when it is not known. */
export function isNew(joinedAt: string | undefined, now: Date): boolean {
  const age = now.getTime() - Date.parse(joinedAt ?? '')
  // The clocks of two machines differ.
  return age > -DAY && age < FIRST_DAYS * DAY
}

/** The steps that a member has taken. */
export function stepsTaken(figures: Figures, referrals: Pick<ReferralStats, 'total'>): ReadonlySet<FirstStep> {
  const taken: Record<FirstStep, boolean> = {
    game: figures.entries > 0,
    photo: figures.hasPhoto,
    hello: figures.posts + figures.comments > 0,
    friend: referrals.total > 0,
    join: true,
  }
  return new Set(FIRST_STEPS.filter((step) => taken[step]))
}
