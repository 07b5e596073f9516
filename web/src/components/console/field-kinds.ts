import * as z from 'zod/mini'
import { dateProblem } from '../../lib/local-moment.ts'
import { pictureFault } from '../../lib/photo/picture-address.ts'

/** A moment of a `datetime-local` field; null while none is chosen. Its year is one that the database accepts. */
export function moment(missing: string) {
  return z.pipe(
    z.nullable(z.string()).check(
      z.refine((at) => at !== null, missing),
      z.refine((at) => at === null || dateProblem(at) === undefined, {
        error: ({ input }) => dateProblem(String(input)) ?? '',
      }),
    ),
    z.transform((at) => at ?? ''),
  )
}

/** For a form with a start and an end. Each field reports its own missing or invalid moment. */
export const endsLater = z.refine<{ startDate: string | null; endDate: string | null }>(
  ({ startDate, endDate }) =>
    !startDate || !endDate || dateProblem(endDate) !== undefined || Date.parse(endDate) > Date.parse(startDate),
  { path: ['endDate'], error: 'The end must be after the start' },
)

/** The address of a picture that the site can show; null without one. */
export const picture = () =>
  z
    .nullable(z.string())
    .check(
      z.refine((url) => pictureFault(url) === undefined, { error: ({ input }) => pictureFault(String(input)) ?? '' }),
    )

/** A whole number of digits from `min` to `max`. */
export const wholeNumber = ({ min, max }: { min: number; max: number }, wrong: string) =>
  z.pipe(
    z.string().check(
      z.refine((typed) => {
        const digits = typed.trim()
        return /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max
      }, wrong),
    ),
    z.transform(Number),
  )
