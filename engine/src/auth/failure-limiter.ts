import { authErrors } from './errors.ts'

/** Counts failures of one account, whether or not it exists. */
export interface FailureLimiter {
  /**
   * Runs a check of a secret. While it runs it counts as failed, so that guesses sent at once are counted too; an
   * error that is nobody's guess does not count, and a right secret forgives the failures before it.
   * @returns what the check answered.
   * @throws {AuthError} `over_request_rate_limit`, with Retry-After, while the account has to wait.
   */
  attempt(email: string, check: () => Promise<boolean>): Promise<boolean>
  /** Counts a failure that happened elsewhere. */
  count(email: string): void
  /** Forgets all failures, after a right secret elsewhere. */
  forgive(email: string): void
}

const MINUTE = 60_000
/** Failures that cost no wait. */
const FREE = 10
/** Fewer failures than that are forgotten after so long without another. */
const WINDOW_MS = 15 * MINUTE
const FIRST_WAIT_MS = 90_000
const LONGEST_WAIT_MS = 4 * 60 * MINUTE
/** An account that had to wait starts afresh after so long without a failure. */
const FORGET_MS = 24 * 60 * MINUTE
const MAX_ACCOUNTS = 100_000

interface Failures {
  count: number
  last: number
  /** No guess is looked at before this moment. */
  waitUntil: number
}

/**
 * Ten failures are free; then each one doubles the wait, from 90 seconds to four hours: somebody who goes on guessing
 * gets six guesses a day. Sessions that live are not touched, and a recovery link lets the owner in meanwhile.
 * @param scale multiplies the free failures.
 * @param now monotonic milliseconds: a step of the wall clock must neither lock anybody out nor let anybody in.
 */
export function createFailureLimiter({
  scale,
  now = () => performance.now(),
}: {
  scale: number
  now?: () => number
}): FailureLimiter {
  const free = Math.max(1, Math.floor(FREE * scale))
  const accounts = new Map<string, Failures>()

  const current = (email: string): Failures => {
    const known = accounts.get(email)
    const forgottenAfter = known && known.count >= free ? FORGET_MS : WINDOW_MS
    return known && now() - known.last < forgottenAfter ? known : { count: 0, last: now(), waitUntil: 0 }
  }
  const put = (email: string, failures: Failures) => {
    // Deleting first moves the key to the end: the first key is the longest unused, and is forgotten under a flood.
    accounts.delete(email)
    const oldest = accounts.size >= MAX_ACCOUNTS ? accounts.keys().next().value : undefined
    if (oldest !== undefined) accounts.delete(oldest)
    accounts.set(email, failures)
  }
  const countOne = (email: string, { count }: Failures) => {
    const wait = count + 1 < free ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(count + 1 - free, 10))
    put(email, { count: count + 1, last: now(), waitUntil: wait === 0 ? 0 : now() + wait })
  }

  return {
    attempt: async (email, check) => {
      const before = current(email)
      const wait = before.waitUntil - now()
      if (wait > 0) throw authErrors.overRequestRate(Math.ceil(wait / 1000))
      countOne(email, before)
      let matches: boolean
      try {
        matches = await check()
      } catch (error) {
        const { count, last, waitUntil } = current(email)
        if (count > 0) put(email, { count: count - 1, last, waitUntil: count - 1 < free ? 0 : waitUntil })
        throw error
      }
      if (matches) accounts.delete(email)
      return matches
    },
    count: (email) => countOne(email, current(email)),
    forgive: (email) => void accounts.delete(email),
  }
}
