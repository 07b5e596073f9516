import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'

/** How long a suspension may last. */
export const TERMS = ['1 day', '7 days', '30 days', 'Until I lift it'] as const
export type Term = (typeof TERMS)[number]

/** The lengths to choose from; a moderator suspends for 30 days at most. */
export const termsFor = (isModerator: boolean): readonly Term[] =>
  isModerator ? TERMS.filter((term) => DAYS[term] !== null) : TERMS

const DAYS: Record<Term, number | null> = { '1 day': 1, '7 days': 7, '30 days': 30, 'Until I lift it': null }
const DAY_MS = 86_400_000

export const suspensionSchema = z.object({
  term: z.enum(TERMS),
  reason: text(TEXT_LIMITS.suspensionReason, { missing: 'Enter a reason' }),
})

/**
 * When a suspension that begins now ends, as ISO 8601; null when it lasts until it is lifted.
 * @param now milliseconds since 1970, by the server's clock.
 */
export function endOf(term: Term, now: number): string | null {
  const days = DAYS[term]
  return days === null ? null : new Date(now + days * DAY_MS).toISOString()
}
