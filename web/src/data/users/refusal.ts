import { refusalIn } from '../../lib/refusal.ts'

/** Why rights, suspension or deletion were refused, as a sentence; undefined for any other failure. */
export const rightsRefusal = refusalIn({
  US001: 'This is the last admin who is not suspended. Make another member an admin first.',
  RP007: 'You are concerned yourself. Another admin must decide.',
  RP009: 'This is for admins to decide.',
  // Others wrote all the time, so that the change did not get its turn.
  '55P03': 'The club is busy. Nothing was changed. Try again in a minute.',
})

/** Why a record or a note was refused, as a sentence; undefined for any other failure. */
export const recordRefusal = refusalIn({
  MR001: 'This is an account of yours. The team has no records of itself.',
  RP009: 'Only admins see records of the club team.',
})
