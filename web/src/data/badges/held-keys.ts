/** Query keys of the badges that members see. */
export const heldBadgesKeys = {
  all: ['badges'] as const,
  badge: (userId: string, badgeId: string) => [...heldBadgesKeys.all, userId, badgeId] as const,
}
