import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'

/** The largest whole number that the ledger keeps in one row. */
const LARGEST = 2_147_483_647

/** What was typed as a change of points: digits and sign apart, so that a toggle can turn the sign. */
export interface TypedPoints {
  digits: string
  negative: boolean
}

/** Reads the field: a minus anywhere makes it negative, all else but digits is left out. */
export const readTyped = (text: string): TypedPoints => ({
  digits: text.replace(/\D/g, '').slice(0, 10),
  negative: /[-\u2212]/.test(text),
})

/** What the field shows. */
export const writeTyped = ({ digits, negative }: TypedPoints) => (negative ? `\u2212${digits}` : digits)

/** The change in points; 0 while nothing is typed. */
export const pointsOf = ({ digits, negative }: TypedPoints) =>
  (digits === '' ? 0 : Number(digits)) * (negative ? -1 : 1)

export interface ChangeErrors {
  points?: string
  reason?: string
}

/** What is wrong with a change; empty when it can be sent. */
export function changeErrors(typed: TypedPoints, reason: string): ChangeErrors {
  const errors: ChangeErrors = {}
  const points = pointsOf(typed)
  if (points === 0) errors.points = 'Enter a number of points other than 0'
  else if (Math.abs(points) > LARGEST) errors.points = 'Enter a number of points up to 2,147,483,647'
  if (reason.trim() === '') errors.reason = 'Enter a reason'
  else if (Array.from(reason.trim()).length > TEXT_LIMITS.pointsReason)
    errors.reason = `A reason has at most ${TEXT_LIMITS.pointsReason} characters`
  return errors
}
