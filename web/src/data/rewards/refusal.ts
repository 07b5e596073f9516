import { formatDay } from '../../lib/format.ts'
import { refusalIn } from '../../lib/refusal.ts'

const UNTOUCHED = 'Your points are untouched.'

/** Why the database refused to redeem a reward, as a sentence; undefined for any other failure. */
export const rewardRefusal = refusalIn({
  '42501': 'Suspended members cannot redeem rewards.',
  RW001: (missing) => `${missing} points are missing.`,
  RW002: `The last one has just gone. ${UNTOUCHED}`,
  RW003: `You have had this reward as often as a member may this season. ${UNTOUCHED}`,
  RW004: `This reward is no longer offered. ${UNTOUCHED}`,
  RW005: (price) => `Its price is ${price} points now. ${UNTOUCHED}`,
  RW009: `This reward has changed in the meantime. Look at it again. ${UNTOUCHED}`,
  RW010: (until) => `You did not claim it in time, so you can redeem it again on ${formatDay(until)}. ${UNTOUCHED}`,
  RW013: `You have one that is not claimed yet. Claim it first. ${UNTOUCHED}`,
  PT429: 'You have done a lot in a short time. Try again later.',
})
