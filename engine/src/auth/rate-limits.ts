import { limiterKey } from '../http/client-address.ts'
import { createTokenBuckets } from '../kernel/token-bucket.ts'
import { authErrors } from './errors.ts'

/** Counts failures of one account, whether or not it exists. */
export interface FailureLimiter {
  /**
   * Runs a check of a secret. While it runs it counts as failed, so that guesses sent at once are counted too; a right
   * secret, or an error that is nobody's guess, does not count.
   * @returns what the check answered.
   * @throws {AuthError} `over_request_rate_limit` when the account has used up its failures.
   */
  attempt(email: string, check: () => Promise<boolean>): Promise<boolean>
}

/** Every limit of this service; `take` answers false when the key must wait. */
export interface RateLimits {
  signInOrUp: { take(ip: string): boolean }
  signUp: { take(ip: string): boolean }
  refresh: { take(ip: string): boolean }
  recover: { take(ip: string): boolean }
  verify: { take(ip: string): boolean }
  /** One recovery mail per address and minute, asked before it is known whether the address has an account. */
  recoverAddress: { take(email: string): boolean }
  /** All mails of this engine together. */
  mails: { take(key: 'all'): boolean }
  failures: FailureLimiter
}

const MINUTE = 60_000
/** Seconds between two recovery mails to one address. */
export const RECOVER_SECONDS = 60

/**
 * @param scale multiplies every limit.
 * @param now monotonic milliseconds, for tests.
 */
export function createRateLimits(scale: number, now?: () => number): RateLimits {
  const buckets = (capacity: number, refill: number, intervalMs: number) => {
    // Below one token nobody could ever pass.
    const scaled = { capacity: Math.max(1, capacity * scale), refill: refill * scale, intervalMs }
    return createTokenBuckets(now ? { ...scaled, now } : scaled)
  }
  const byAddress = (...args: Parameters<typeof buckets>) => {
    const limited = buckets(...args)
    return { take: (ip: string) => limited.take(limiterKey(ip)) }
  }
  const failures = buckets(10, 10, 15 * MINUTE)
  return {
    signInOrUp: byAddress(30, 30, 5 * MINUTE),
    // A club evening may bring thirty people behind one address; after that ten an hour.
    signUp: byAddress(30, 10, 60 * MINUTE),
    refresh: byAddress(150, 150, 5 * MINUTE),
    recover: byAddress(30, 30, 5 * MINUTE),
    verify: byAddress(30, 30, 5 * MINUTE),
    recoverAddress: buckets(1, 1, RECOVER_SECONDS * 1000),
    mails: buckets(30, 30, 60 * MINUTE),
    failures: {
      attempt: async (email, check) => {
        if (!failures.take(email)) throw authErrors.overRequestRate()
        let isGuess = false
        try {
          isGuess = !(await check())
          return !isGuess
        } finally {
          if (!isGuess) failures.give(email)
        }
      },
    },
  }
}
