import * as z from 'zod/mini'
import { moment } from '../../components/console/field-kinds.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { latestEnd } from './pin-text.ts'

/** A new end of a pin, from now until 90 days later. */
export const pinSchema = z.object({
  until: moment('Choose a day and time').check(
    z.refine((at) => Date.parse(at) > serverNow(), 'Choose a time in the future'),
    z.refine((at) => Date.parse(at) <= latestEnd(serverNow()), 'An announcement can be pinned for 90 days at most'),
  ),
})
