import { referralsKeys } from '../referrals/keys.ts'

export const dashboardKeys = {
  all: ['dashboard'] as const,
  figures: (userId: string) => [...dashboardKeys.all, 'figures', userId] as const,
  /** Under the referrals' keys: approving one also refreshes these. */
  referralStats: (userId: string) => [...referralsKeys.all, 'stats', userId] as const,
  pendingReferrals: (userId: string) => [...referralsKeys.all, 'pending', userId] as const,
}
