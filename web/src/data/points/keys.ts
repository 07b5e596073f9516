/** Query keys of the console's ledger; members' screens never use these. */
export const pointsKeys = {
  all: ['console-points'] as const,
  ledger: (userId: string, page: number) => [...pointsKeys.all, 'ledger', userId, page] as const,
}
