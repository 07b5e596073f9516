import * as z from 'zod/mini'
import { CLAIM_DAYS } from '../../../../contract/src/limits.ts'
import { moment } from '../../components/console/field-kinds.ts'
import { serverNow } from '../../lib/server-clock.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The default deadline, on a whole minute as the field shows it. */
export const usualDeadline = (now = new Date(serverNow())): string =>
  new Date(Math.ceil((now.getTime() + CLAIM_DAYS * DAY) / MINUTE) * MINUTE).toISOString()

/** A number of milliseconds within a minute that no other assignment is likely to have. */
export const newMark = (): number => Math.floor(Math.random() * MINUTE)

/**
 * The deadline to send: the chosen minute plus a random offset, which identifies the assignment when its answer
 * was lost. The winner gets these extra seconds.
 */
export const markedDeadline = (chosen: string, mark: number): string =>
  new Date(Math.floor(Date.parse(chosen) / MINUTE) * MINUTE + mark).toISOString()

/** Which package is assigned to which member, and its claim deadline. */
export const assignSchema = z.object({
  packageId: z.string(),
  deadline: moment('Choose a claim deadline.').check(
    z.refine((chosen) => Date.parse(chosen) > serverNow(), 'The claim deadline must be in the future.'),
  ),
})
