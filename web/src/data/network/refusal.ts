import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a request, as a sentence; undefined for any other failure. */
export const connectRefusal = refusalIn({
  NC001: 'This member declined your request. You can ask again 30 days after that.',
  NC002: 'You have asked this member three times today. Try again tomorrow.',
  PT403: 'Your account is suspended. You can send requests when the suspension has ended.',
  PT429: 'You have sent as many requests as one day allows. Try again tomorrow.',
  '23503': 'This member is no longer here.',
})
