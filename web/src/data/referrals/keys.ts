export const referralsKeys = {
  all: ['referrals'] as const,
  settings: () => [...referralsKeys.all, 'settings'] as const,
  invitation: (userId: string) => [...referralsKeys.all, 'invitation', userId] as const,
  history: (referrerId: string) => [...referralsKeys.all, 'history', referrerId] as const,
}
