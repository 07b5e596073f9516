import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { limiterKey } from '../http/client-address.ts'
import { AuthError, authErrors } from './errors.ts'
import type { LimitStore } from './store/limit-store.ts'
import type { ClientInfo } from './store/session-store.ts'

/** One guess at a secret of an account, whether or not the account exists. */
export interface Guess {
  what: 'password' | 'code'
  /** Normalised. */
  email: string
  client: Pick<ClientInfo, 'ip' | 'device'>
  /** Whether the client's address has used up its own limit; known places are not refused for that. */
  crowded?: boolean
  /** With how many codes of the address the guess is compared, whether or not they exist; 1 if not given. */
  codes?: number
}

/** Counts wrong secrets. All engines share the counts, and a crash loses none of them. */
export interface FailureLimiter {
  /**
   * Runs a check of a secret. While it runs it counts as failed, so that simultaneous guesses are counted too; an error
   * that is not a wrong guess does not count, and a right secret resets the count of its own place.
   * @returns the result of the check.
   * @throws {AuthError} `over_request_rate_limit`, with Retry-After: the wait of the place itself, or the time in which
   *   the wide limit that refuses forgets one failure.
   */
  attempt(guess: Guess, check: () => Promise<boolean>): Promise<boolean>
  /** The same for the holder of a session, whose guesses affect only that session. */
  attemptInSession(sessionId: string, check: () => Promise<boolean>): Promise<boolean>
  /**
   * The same for the second step of an account. All its failures of a day count, from wherever they come: a guesser who
   * has the password could come from anywhere.
   */
  attemptOfAccount(userId: string, check: () => Promise<boolean>): Promise<boolean>
  /** Forgets the failures of an account at its second step: a guesser who had its password has it no longer. */
  forgetAccount(userId: string): Promise<void>
  /**
   * The same at most once a day, for a new password that a mailed link allows: each of several mails would otherwise give
   * their reader ten more guesses. Does nothing the other times.
   */
  forgetAccountOnceADay(userId: string): Promise<void>
  /**
   * Runs work whose refusals reveal whether an address has an account: ten such refusals per hour and client address.
   * @throws {AuthError} what the work throws, and `over_request_rate_limit`.
   */
  telling<T>(client: Pick<ClientInfo, 'ip'>, work: () => Promise<T>): Promise<T>
  /** The keys of the places at which an account is known once it has signed in there. */
  placesOf(email: string, client: Pick<ClientInfo, 'ip' | 'device'>): string[]
  /** Whether an account has signed in there before. */
  isFamiliar(email: string, client: Pick<ClientInfo, 'ip' | 'device'>): Promise<boolean>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Failures that cause no wait. */
const FREE = 10
/** Fewer failures than that are forgotten after so long without another, more of them after a day. */
const WINDOW_MS = 15 * MINUTE
const FORGET_MS = 24 * HOUR
const FIRST_WAIT_MS = 90_000
const LONGEST_WAIT_MS = HOUR

/** Limits of all guesses together: a number at once, and a further number per hour. */
const WIDE = {
  account: { most: 100, anHour: 20 },
  address: { most: 50, anHour: 50 },
  // A code has a million values. A guesser with many addresses and many accounts would find one after a few days.
  codes: { most: 300, anHour: 100 },
  telling: { most: 10, anHour: 10 },
}

/**
 * Refusals that are sent after the address was looked up. Refusals of the database, recognised by their cause, are too.
 */
const TELLING = ['user_already_exists', 'email_exists']
/** The time after which a client's address may try once more when it has used up its share of sign-ins. */
const CROWDED_SECONDS = 10

/**
 * The counts. The **place** (an account from an address, or from a device with the cookie of an earlier sign-in): ten
 * failures are free, then each one doubles the wait, from 90 seconds to an hour. The **account** from everywhere, and
 * the **address** for all accounts: wide limits against guessers with many addresses or many accounts. Wrong **codes**
 * of all accounts from everywhere, once for each code that the guess is compared with: a limit against guessers with
 * many of both. Guesses elsewhere do not keep a member out: where an account has signed in before, the wide limits refuse
 * only wrong secrets, with the same answer as to a stranger.
 * @param scale multiplies the numbers of free failures.
 * @param secret makes the keys; the same on every engine.
 */
export function createFailureLimiter({
  store,
  scale,
  secret,
}: {
  store: LimitStore
  scale: number
  secret: string
}): FailureLimiter {
  const free = Math.max(1, Math.floor(FREE * scale))
  const hashed = (...parts: string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const wide = (kind: keyof typeof WIDE, ...parts: string[]) => ({
    key: hashed(kind, ...parts),
    most: Math.max(1, WIDE[kind].most * scale),
    drain: (WIDE[kind].anHour * scale) / 3600,
  })
  const underWay = createUnderWay()
  /** How long the last check took: the time of a refusal must not reveal that the secret was not checked. */
  let checkMs = 0

  const waitMs = (failures: number, last: number, ahead: number, windowMs = WINDOW_MS) => {
    const forgotten = last >= (failures >= free ? FORGET_MS : windowMs)
    const count = (forgotten ? 0 : failures) + ahead
    if (count < free) return 0
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(count - free, 10))
    return ahead > 0 ? wait : wait - last
  }
  const checked = async (check: () => Promise<boolean>) => {
    const start = performance.now()
    const matches = await check()
    checkMs = performance.now() - start
    return matches
  }

  const placesOf: FailureLimiter['placesOf'] = (email, { ip, device }) => [
    hashed('known', email, limiterKey(ip)),
    ...(device === undefined ? [] : [hashed('known device', email, device)]),
  ]

  const ownAttempt = (key: string, check: () => Promise<boolean>, windowMs = WINDOW_MS) =>
    underWay([key], async (ahead) => {
      const count = (await store.readLimits([key], [])).failures.get(key)
      const wait = waitMs(count?.failures ?? 0, count?.agoMs ?? 0, ahead(key), windowMs)
      if (wait > 0) throw authErrors.overRequestRate(Math.ceil(wait / 1000))
      const matches = await check()
      if (!matches) await store.addFailures([{ key, drain: 0 }], windowMs === FORGET_MS ? 1 : free)
      else if (count) await store.forgetFailures(key)
      return matches
    })

  return {
    placesOf,
    isFamiliar: async (email, client) => (await store.readLimits([], placesOf(email, client))).known.size > 0,
    attempt: async ({ what, email, client, crowded = false, codes = 1 }, check) => {
      const address = limiterKey(client.ip)
      const pair = hashed('pair', what, email, address)
      const device = client.device === undefined ? undefined : hashed('device', what, email, client.device)
      const limits = [
        wide('account', what, email),
        wide('address', address),
        ...(what === 'code' ? [{ ...wide('codes'), times: codes }] : []),
      ]
      const keys = [pair, ...(device === undefined ? [] : [device]), ...limits.map(({ key }) => key)]
      const places = placesOf(email, client)
      return await underWay(keys, async (ahead) => {
        const { failures, known } = await store.readLimits(keys, places)
        const own = device !== undefined && known.has(places[1] ?? '') ? device : pair
        const count = failures.get(own)
        const wait = waitMs(count?.failures ?? 0, count?.agoMs ?? 0, ahead(own))
        if (wait > 0) throw authErrors.overRequestRate(Math.ceil(wait / 1000))
        const reached = limits.filter(
          (limit) => level(failures.get(limit.key), limit) + ahead(limit.key) > limit.most - 1,
        )
        const over = crowded || reached.length > 0
        // Always the same: the true wait would reveal whether guesses of others are still counted, and so checked.
        const later = () =>
          authErrors.overRequestRate(Math.max(crowded ? CROWDED_SECONDS : 0, ...reached.map(secondsForOne)))
        if (over && known.size === 0) {
          await pause(checkMs)
          throw later()
        }
        const matches = await checked(check)
        if (!matches) await store.addFailures([{ key: own, drain: 0 }, ...limits], free)
        else if (count) await store.forgetFailures(own)
        if (over && !matches) throw later()
        return matches
      })
    },
    attemptInSession: (sessionId, check) => ownAttempt(hashed('session', sessionId), check),
    attemptOfAccount: (userId, check) => ownAttempt(hashed('second step', userId), check, FORGET_MS),
    forgetAccount: (userId) => store.forgetFailures(hashed('second step', userId)),
    forgetAccountOnceADay: async (userId) => {
      const [steps, forgotten] = [hashed('second step', userId), hashed('second step forgotten', userId)]
      await underWay([forgotten], async (ahead) => {
        const { failures } = await store.readLimits([steps, forgotten], [])
        const last = failures.get(forgotten)
        if (!failures.has(steps) || ahead(forgotten) > 0 || (last && last.agoMs < FORGET_MS)) return
        await store.addFailures([{ key: forgotten, drain: 0 }], 1)
        await store.forgetFailures(steps)
      })
    },
    telling: async ({ ip }, work) => {
      const limit = wide('telling', limiterKey(ip))
      return await underWay([limit.key], async (ahead) => {
        const { failures } = await store.readLimits([limit.key], [])
        if (level(failures.get(limit.key), limit) + ahead(limit.key) > limit.most - 1)
          throw authErrors.overRequestRate(secondsForOne(limit))
        try {
          return await work()
        } catch (error) {
          if (error instanceof AuthError && (TELLING.includes(error.code) || error.cause !== undefined))
            await store.addFailures([limit], free)
          throw error
        }
      })
    },
  }
}

function level(count: { failures: number; agoMs: number } | undefined, { drain }: { drain: number }): number {
  return count === undefined ? 0 : Math.max(0, count.failures - (drain * count.agoMs) / 1000)
}

/** The time in which a wide limit forgets one failure. */
function secondsForOne({ drain }: { drain: number }): number {
  return Math.ceil(1 / drain)
}

type Ahead = (key: string) => number

/** Counts work in progress on this engine, and passes each work the number that was in progress before it. */
function createUnderWay() {
  const running = new Map<string, number>()
  return async <T>(keys: readonly string[], work: (ahead: Ahead) => Promise<T>): Promise<T> => {
    const before = new Map(keys.map((key) => [key, running.get(key) ?? 0]))
    for (const key of keys) running.set(key, (running.get(key) ?? 0) + 1)
    try {
      return await work((key) => before.get(key) ?? 0)
    } finally {
      for (const key of keys) {
        const left = (running.get(key) ?? 1) - 1
        if (left > 0) running.set(key, left)
        else running.delete(key)
      }
    }
  }
}
