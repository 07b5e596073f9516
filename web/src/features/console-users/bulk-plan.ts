import type { HeldBadges } from '../../data/badges/console-held-query.ts'
import type { UserRow } from '../../data/users/user-row.ts'
import type { Selected } from '../../hooks/use-selection.ts'

/** Who gets something, and who is left out. */
export interface BulkPlan {
  gets: readonly UserRow[]
  /** Those who have it already. */
  already: readonly UserRow[]
  /** Those who are no longer members. */
  gone: readonly Selected[]
}

/**
 * @param chosen the selected members.
 * @param members those who are still there.
 */
export function planPoints(chosen: readonly Selected[], members: readonly UserRow[]): BulkPlan {
  const there = new Set(members.map(({ id }) => id))
  return { gets: members, already: [], gone: chosen.filter(({ id }) => !there.has(id)) }
}

/** The same for one badge. */
export function planAward(
  chosen: readonly Selected[],
  members: readonly UserRow[],
  held: HeldBadges,
  badgeId: string,
): BulkPlan {
  const holds = ({ id }: UserRow) => held[id]?.some((badge) => badge.badgeId === badgeId) ?? false
  return {
    ...planPoints(chosen, members),
    gets: members.filter((member) => !holds(member)),
    already: members.filter(holds),
  }
}

/** What a message says of those who were left out; blank when nobody was. */
export function leftOutText({ already, gone }: BulkPlan): string {
  return [
    already.length > 0 && ` ${already.length} already had it.`,
    gone.length > 0 && ` ${gone.length} ${gone.length === 1 ? 'is no longer a member' : 'are no longer members'}.`,
  ]
    .filter(Boolean)
    .join('')
}
