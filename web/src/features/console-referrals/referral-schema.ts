import * as z from 'zod/mini'
import { REFERRAL_POINTS } from '../../../../contract/src/limits.ts'
import { wholeNumber } from '../../components/console/field-kinds.ts'
import { formatPoints } from '../../lib/format.ts'

export const referralSchema = z.object({
  points: wholeNumber(
    REFERRAL_POINTS,
    `Enter a whole number from ${REFERRAL_POINTS.min} to ${formatPoints(REFERRAL_POINTS.max)}`,
  ),
  firstStepRequired: z.boolean(),
})
