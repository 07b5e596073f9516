import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a catch, for its angler; undefined for any other failure. */
export const catchRefusal = refusalIn({
  '42501': 'Your account is suspended, so your journal cannot be changed.',
  CT001: 'The day is in the future.',
  CT002: 'The note contains characters that cannot be shown.',
  FL001: 'The photo is no longer stored. Remove it and choose it again.',
  PT429: 'You have reached the limit of catches for now. Try again later.',
})
