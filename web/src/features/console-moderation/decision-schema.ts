import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'

const DAYS: Record<string, number | null> = { '1': 1, '7': 7, '30': 30, lifted: null }

/** A warning or a suspension. `term` is the number of days, or `lifted`. */
export const decisionSchema = z.object({
  term: z.string().check(z.refine((term) => term in DAYS, { error: 'Choose how long' })),
  reason: text(TEXT_LIMITS.suspensionReason, { missing: 'Enter a reason' }),
  hides: z.boolean(),
})

/** The days of a term; null until it is lifted. */
export const daysOf = (term: string): number | null => DAYS[term] ?? null
