import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../contract/src/limits.ts'
import { text } from './form/schema.ts'

/** Changes from this size on need confirmation: they are more likely to be mistakes. */
export const UNUSUAL = 100_000

/** The largest number that fits into one row of the ledger. */
const LARGEST = 2_147_483_647

/** A typed change of points: digits and sign apart, so that a toggle can change the sign. */
export interface TypedPoints {
  /** As typed; valid only if it consists of digits. */
  digits: string
  negative: boolean
}

/**
 * Parses the field: a minus anywhere makes the number negative, and thousands separators are removed. Everything else
 * is kept and then refused: `1.5` must not become 15.
 */
export const readTyped = (text: string): TypedPoints => ({
  digits: withoutCommas(text.replace(/[-\u2212\s]/g, '')).slice(0, 20),
  negative: /[-\u2212]/.test(text),
})

const withoutCommas = (number: string) => (/^\d{1,3}(,\d{3})+$/.test(number) ? number.replaceAll(',', '') : number)

/** The text of the field. */
export const writeTyped = ({ digits, negative }: TypedPoints) => (negative ? `\u2212${digits}` : digits)

/** The change in points; 0 until a number is typed. */
export const pointsOf = ({ digits, negative }: TypedPoints) =>
  (/^\d+$/.test(digits) ? Number(digits) : 0) * (negative ? -1 : 1)

/** A change of points, as it is sent. */
export const changeSchema = z.pipe(
  z.object({
    typed: z.object({ digits: z.string(), negative: z.boolean() }).check(
      z.refine(({ digits }) => /^\d*$/.test(digits), 'Enter a whole number of points, in digits only'),
      z.refine((typed) => pointsOf(typed) !== 0, 'Enter a number of points other than 0'),
      z.refine((typed) => Math.abs(pointsOf(typed)) <= LARGEST, 'Enter a number of points up to 2,147,483,647'),
    ),
    reason: text(TEXT_LIMITS.pointsReason, {
      missing: 'Enter a reason',
      long: `A reason has at most ${TEXT_LIMITS.pointsReason} characters`,
    }),
  }),
  z.transform(({ typed, reason }) => ({ points: pointsOf(typed), reason })),
)
