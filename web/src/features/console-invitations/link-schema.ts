import * as z from 'zod/mini'
import { CLUB_LINK } from '../../../../contract/src/limits.ts'
import { wholeNumber } from '../../components/console/field-kinds.ts'
import { text } from '../../lib/form/schema.ts'
import { formatPoints } from '../../lib/format.ts'
import { LINK_DAYS, LINK_PLACES } from './limits.ts'

const within = ({ min, max }: { min: number; max: number }) =>
  wholeNumber({ min, max }, `Enter a whole number from ${min} to ${formatPoints(max)}`)

export const linkSchema = z.object({
  note: text(CLUB_LINK.note, { missing: 'Say what the link is for' }),
  places: within(LINK_PLACES),
  days: within(LINK_DAYS),
})
