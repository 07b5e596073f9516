import { refusalIn } from '../../lib/refusal.ts'

/** Why no link was made, as a sentence; undefined for any other failure. */
export const clubLinkRefusal = refusalIn({
  '23514': 'The note contains characters that cannot be shown.',
  PT429: 'You have made 50 links today. Try again tomorrow.',
})

/** Why no address was invited, as a sentence; undefined for any other failure. */
export const inviteRefusal = refusalIn({
  IN001: 'This site sends no email. Make a link instead.',
  PT429: 'You can invite 600 addresses a day. Try again tomorrow, or make a link.',
})
