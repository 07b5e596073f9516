import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a gift, as a sentence; undefined for any other failure. */
export const giftRefusal = refusalIn({
  '42501': 'Suspended members cannot give or receive points.',
  '23503': 'This member is no longer here.',
  GF001: 'You do not have enough points for this gift.',
  GF002: 'The points of your first steps cannot be given away.',
  PT429: 'You have reached the limit of gifts for one day. Try again tomorrow.',
})
