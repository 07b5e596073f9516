import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'
import { REASONS } from './report-reasons.ts'

export const reportSchema = z.object({
  reason: z.string().check(
    z.refine((reason) => REASONS.some(({ value }) => value === reason), {
      error: 'Choose a reason',
    }),
  ),
  words: text(TEXT_LIMITS.reportWords),
})
