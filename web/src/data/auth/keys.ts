import { profileKeys } from '../profile/keys.ts'

/** Query keys of the session, and of the queries of the auth pages. */
export const authKeys = {
  /** Under the profile's keys: saving a profile also refreshes what the bars show of it. */
  summary: (userId: string) => [...profileKeys.all, 'summary', userId] as const,
  joining: (invitation: string | undefined) => ['auth', 'joining', invitation ?? ''] as const,
  referrer: (referrerId: string) => ['auth', 'referrer', referrerId] as const,
}
