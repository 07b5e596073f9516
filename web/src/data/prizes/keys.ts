export const prizesKeys = {
  all: ['prizes'] as const,
  /** The awards that a member may still claim. */
  unclaimed: (userId: string) => [...prizesKeys.all, 'unclaimed', userId] as const,
  /** The prizes that a member claimed recently, and all that a member ever won. */
  recentClaims: (userId: string) => [...prizesKeys.all, 'recent-claims', userId] as const,
  won: (userId: string, page: number) => [...prizesKeys.all, 'won', userId, page] as const,
  award: (userId: string, awardId: string) => [...prizesKeys.all, 'award', userId, awardId] as const,
  /** Query keys of the console's packages. */
  packages: (search: object, only?: string) => [...prizesKeys.all, 'packages', search, only] as const,
  package: (id: string) => [...prizesKeys.all, 'package', id] as const,
  packageCounts: () => [...prizesKeys.all, 'package-counts'] as const,
  assignable: () => [...prizesKeys.all, 'assignable'] as const,
  winner: (id: string) => [...prizesKeys.all, 'winner', id] as const,
  winners: (text: string) => [...prizesKeys.all, 'winners', text] as const,
}
