import * as z from 'zod/mini'
import { LIMITS } from '../../../../contract/src/limits.ts'
import { BadgeNameTaken } from '../../data/badges/refusal.ts'
import { text } from '../../lib/form/schema.ts'

/** The icons that a badge can have, with their names; the first one is the default. */
export const BADGE_ICONS = [
  { icon: '🏆', name: 'Trophy' },
  { icon: '🎣', name: 'Fishing rod' },
  { icon: '🐟', name: 'Fish' },
  { icon: '🐠', name: 'Tropical fish' },
  { icon: '🎮', name: 'Game controller' },
  { icon: '⭐', name: 'Star' },
  { icon: '🌟', name: 'Glowing star' },
  { icon: '🏅', name: 'Medal' },
  { icon: '🥇', name: 'Gold' },
  { icon: '🥈', name: 'Silver' },
  { icon: '🥉', name: 'Bronze' },
  { icon: '👑', name: 'Crown' },
] as const

/** The name of the draft of a new badge. */
export const BADGE_FORM = 'badge'

/** The green that the database gives to a badge without a colour. */
export const BADGE_COLOR = '#2e7d4f'

const NAME_TAKEN = 'There is already a badge with this name'

/** `#` and six hexadecimal digits, with or without the sign in the input; undefined when it is not a colour. */
export function hexColor(typed: string): string | undefined {
  const digits = typed.trim().replace(/^#/, '')
  if (/^[0-9a-f]{6}$/i.test(digits)) return `#${digits.toLowerCase()}`
  return undefined
}

export const badgeSchema = z.object({
  name: text(LIMITS.badgeName, {
    missing: 'Enter a name',
    long: `A name has at most ${LIMITS.badgeName} characters`,
  }),
  description: text(LIMITS.badgeDescription, {
    missing: 'Enter a description',
    long: `A description has at most ${LIMITS.badgeDescription} characters`,
  }),
  icon: z.string(),
  color: z.pipe(
    z
      .string()
      .check(z.refine((typed) => hexColor(typed) !== undefined, 'Enter a colour as # and six digits, such as #2e7d4f')),
    z.transform((typed) => hexColor(typed) ?? BADGE_COLOR),
  ),
})

export type BadgeValues = z.input<typeof badgeSchema>

/** Reports a duplicate badge name at the name field. */
export const nameTaken = (error: unknown) => (error instanceof BadgeNameTaken ? { name: NAME_TAKEN } : undefined)

export const awardSchema = z.object({ badgeId: z.string() })
