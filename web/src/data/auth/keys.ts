import { profileKeys } from '../profile/keys.ts'

/** Query keys of who is signed in, and of what the auth pages ask. */
export const authKeys = {
  /** Under the profile's keys: whoever saves a profile also refreshes what the bars show of it. */
  summary: (userId: string) => [...profileKeys.all, 'summary', userId] as const,
  referrer: (referrerId: string) => ['auth', 'referrer', referrerId] as const,
}
