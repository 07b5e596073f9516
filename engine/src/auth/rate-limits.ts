import { limiterKey } from '../http/client-address.ts'
import { createTokenBuckets } from '../kernel/token-bucket.ts'
import { createFailureLimiter, type FailureLimiter } from './failure-limiter.ts'

/** One limit for many keys. */
export interface Limit {
  /** Answers false when the key must wait. */
  take(key: string): boolean
}

/** Every limit of this service. */
export interface RateLimits {
  signInOrUp: Limit
  signUp: Limit
  refresh: Limit
  recover: Limit
  verify: Limit
  /** One recovery mail per address and minute, asked before it is known whether the address has an account. */
  recoverAddress: Limit
  /** One confirmation mail per address and minute, asked likewise. */
  confirmAddress: Limit
  /** One change of address per account and minute. */
  changeAddress: Limit
  /** One code to set a password per account and minute. */
  reauthenticate: Limit
  /** All mails of this engine together. */
  mails: Limit
  failures: FailureLimiter
}

const MINUTE = 60_000
/** Seconds between two mails of one kind to one address. */
export const MAIL_SECONDS = 60

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
  const onceAMinute = () => buckets(1, 1, MAIL_SECONDS * 1000)
  return {
    signInOrUp: byAddress(30, 30, 5 * MINUTE),
    // A club evening may bring thirty people behind one address; after that ten an hour.
    signUp: byAddress(30, 10, 60 * MINUTE),
    refresh: byAddress(150, 150, 5 * MINUTE),
    recover: byAddress(30, 30, 5 * MINUTE),
    verify: byAddress(30, 30, 5 * MINUTE),
    recoverAddress: onceAMinute(),
    confirmAddress: onceAMinute(),
    changeAddress: onceAMinute(),
    reauthenticate: onceAMinute(),
    mails: buckets(30, 30, 60 * MINUTE),
    failures: createFailureLimiter(now ? { scale, now } : { scale }),
  }
}
