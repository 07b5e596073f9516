import { limiterKey } from '../http/client-address.ts'
import { createTokenBuckets } from '../kernel/token-bucket.ts'

/** Counts failures of one account: each attempt is a failure until it has succeeded. */
export interface FailureLimiter {
  /** False when the account has used up its failures. */
  begin(email: string): boolean
  succeeded(email: string): void
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
      begin: (email) => failures.take(email),
      succeeded: (email) => failures.give(email),
    },
  }
}
