import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a change, as a sentence; undefined for any other failure. */
export const pointsRefusal = refusalIn({
  '23503': 'This member is no longer here.',
  '23514': 'The reason contains characters that cannot be shown.',
})

/** The same for a change for several members. */
export const sharedPointsRefusal = refusalIn({
  '23503': 'One of them is no longer a member, and is left out now. Nothing was changed yet: try again.',
  '23514': 'The reason contains characters that cannot be shown.',
})
