import { hash, verify } from '@node-rs/bcrypt'
import { authErrors } from './errors.ts'
import { couldBePassword } from './password-rule.ts'

const COST = 10
const AT_ONCE = 2
const QUEUE = 100

/** Hashes and checks passwords; both throw `overload` (503) when too many are waiting. */
export interface PasswordHasher {
  /** @returns a bcrypt hash that starts with `$2a$`. */
  hash(password: string): Promise<string>
  /** An undefined hash takes as long as a real one and is never right: unknown accounts must not answer faster. */
  verify(password: string, storedHash: string | undefined): Promise<boolean>
}

/**
 * bcrypt at cost 10, two at a time off the main thread: more would take every core from the other requests.
 */
export function createPasswordHasher(): PasswordHasher {
  const limited = limitConcurrency(AT_ONCE, QUEUE)
  // Made once of a value nobody can send; comparing against it costs what a real comparison costs.
  const dummy = hash(crypto.randomUUID(), COST)
  return {
    hash: (password) =>
      // pgcrypto's crypt() knows `$2a$` only; for passwords without NUL the two prefixes mean the same algorithm.
      limited(async () => (await hash(password, COST)).replace(/^\$2[by]\$/, '$2a$')),
    verify: (password, storedHash) =>
      limited(async () => {
        const usable = storedHash?.startsWith('$2') === true && couldBePassword(password)
        const matches = await verify(usable ? password : 'x', usable ? storedHash : await dummy)
        return usable && matches
      }),
  }
}

/**
 * Lets `atOnce` works run and `queue` more wait.
 * @returns a function that runs a work when its turn comes and rejects with `overload` when the queue is full.
 */
export function limitConcurrency(atOnce: number, queue: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= queue) throw authErrors.overload()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // The place passes straight to the next in line, so `running` never exceeds the limit in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
