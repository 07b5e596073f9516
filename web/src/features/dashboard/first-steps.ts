import type { PaidStep } from '../../../../contract/src/column-types.ts'
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

/**
 * The steps that a member has taken, also those of which the photo or the post is not there any more.
 * @param hasOpenGame whether a game can be entered; without one, the first catch takes the place of the first game.
 */
export function stepsTaken(
  figures: Figures,
  referrals: Pick<ReferralStats, 'total'>,
  hasOpenGame: boolean,
): ReadonlySet<FirstStep> {
  const taken: Record<FirstStep, boolean> = {
    game: isCatchFirst(figures, hasOpenGame) ? figures.firstSession?.has_catch === true : hasEntered(figures),
    photo: figures.hasPhoto || was(figures, 'photo'),
    hello: figures.posts + figures.comments > 0 || was(figures, 'hello'),
    friend: referrals.total > 0,
    join: true,
  }
  return new Set(FIRST_STEPS.filter((step) => taken[step]))
}

/** Whether the first catch takes the place of the first game. */
export const isCatchFirst = (figures: Figures, hasOpenGame: boolean): boolean => !hasOpenGame && !hasEntered(figures)

const hasEntered = (figures: Figures) => figures.entries > 0 || was(figures, 'game')
const was = ({ firstSession }: Figures, step: PaidStep) => firstSession?.taken.includes(step) === true
