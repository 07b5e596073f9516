import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'
import { dateProblem } from '../../lib/local-moment.ts'
import { serverNow } from '../../lib/server-clock.ts'

const MINUTE = 60_000

/** The latest moment that the database accepts, less a minute for the way there. */
export function latestMoment(now: number): number {
  const day = new Date(now)
  const month = day.getUTCMonth()
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  // 29 February is followed by 28 February, as in the database.
  if (day.getUTCMonth() !== month) day.setUTCDate(0)
  return day.getTime() - MINUTE
}

/** The error for the moment of an announcement; undefined for one within a year from now. */
export function momentProblem(at: string | null): string | undefined {
  if (at === null) return 'Choose a day and time'
  const wrong = dateProblem(at)
  if (wrong) return wrong
  const now = serverNow()
  if (Date.parse(at) <= now) return 'Choose a time in the future'
  return Date.parse(at) > latestMoment(now) ? 'An announcement can be scheduled for one year ahead at most' : undefined
}

const content = () => text(TEXT_LIMITS.post, { missing: 'Write something' })

/** A new announcement, for now or for later. */
export const announcementSchema = z
  .object({
    content: content(),
    imageUrl: z.nullable(z.string()),
    when: z.enum(['now', 'later']),
    publishAt: z.nullable(z.string()),
  })
  .check(
    z.refine(({ when, publishAt }) => when === 'now' || momentProblem(publishAt) === undefined, {
      path: ['publishAt'],
      error: ({ input }) => momentProblem((input as { publishAt: string | null }).publishAt) ?? '',
    }),
  )

/** An announcement that waits. */
export const scheduledSchema = z.object({
  content: content(),
  withoutPhoto: z.boolean(),
  publishAt: z.pipe(
    z.nullable(z.string()).check(
      z.refine((at) => momentProblem(at) === undefined, {
        error: ({ input }) => momentProblem(input as string | null) ?? '',
      }),
    ),
    z.transform((at) => at ?? ''),
  ),
})
