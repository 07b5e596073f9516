export const prizesKeys = {
  all: ['prizes'] as const,
  /** The awards that a member may still claim. */
  unclaimed: (userId: string) => [...prizesKeys.all, 'unclaimed', userId] as const,
  award: (userId: string, awardId: string) => [...prizesKeys.all, 'award', userId, awardId] as const,
}
