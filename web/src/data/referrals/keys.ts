export const referralsKeys = {
  all: ['referrals'] as const,
  history: (referrerId: string) => [...referralsKeys.all, 'history', referrerId] as const,
}
