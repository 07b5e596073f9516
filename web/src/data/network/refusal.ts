import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a request, as a sentence; undefined for any other failure. */
export const connectRefusal = refusalIn({
  NC001: 'This member declined your request. You can send another one 30 days after they declined.',
  NC002: 'You have sent this member three requests today. Try again tomorrow.',
  PT403: 'Your account is suspended. You can send requests when the suspension has ended.',
  PT429: 'You have reached the limit of requests for one day. Try again tomorrow.',
  '23503': 'This member is no longer here.',
})
