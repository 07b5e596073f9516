export const prizesKeys = {
  all: ['prizes'] as const,
  /** The awards that a member may still claim. */
  unclaimed: (userId: string) => [...prizesKeys.all, 'unclaimed', userId] as const,
  award: (userId: string, awardId: string) => [...prizesKeys.all, 'award', userId, awardId] as const,
  /** What the console shows of the packages. */
  packages: (page: number) => [...prizesKeys.all, 'packages', page] as const,
  assignable: () => [...prizesKeys.all, 'assignable'] as const,
  winners: (text: string) => [...prizesKeys.all, 'winners', text] as const,
}
