import { LIMITS } from '../../../../contract/src/limits.ts'
import { trimmedLength } from '../../lib/trimmed-length.ts'

/** The pictures a badge can have, with their names; the first one is the default. */
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

/** The green that the database gives a badge without a colour. */
export const BADGE_COLOR = '#2e7d4f'

export interface BadgeWords {
  name: string
  description: string
  icon: string
  color: string
}

export type BadgeErrors = Partial<Record<'name' | 'description' | 'color', string>>

/** `#` and six hexadecimal digits, from what was typed with or without the sign; undefined when it is no colour. */
export function hexColor(typed: string): string | undefined {
  const digits = typed.trim().replace(/^#/, '')
  if (/^[0-9a-f]{6}$/i.test(digits)) return `#${digits.toLowerCase()}`
  return undefined
}

/** What is wrong with a badge; empty when it can be made. */
export function badgeErrors({ name, description, color }: BadgeWords): BadgeErrors {
  const errors: BadgeErrors = {}
  if (trimmedLength(name) === 0) errors.name = 'Enter a name'
  else if (trimmedLength(name) > LIMITS.badgeName) errors.name = `A name has at most ${LIMITS.badgeName} characters`
  if (trimmedLength(description) === 0) errors.description = 'Enter a description'
  else if (trimmedLength(description) > LIMITS.badgeDescription)
    errors.description = `A description has at most ${LIMITS.badgeDescription} characters`
  if (!hexColor(color)) errors.color = 'Enter a colour as # and six digits, such as #2e7d4f'
  return errors
}
