import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'

/** Why a catch is declined; the angler reads it. */
export const declineSchema = z.object({
  reason: text(TEXT_LIMITS.recordReason, { missing: 'Give the reason: the angler reads it' }),
})
