import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/bcrypt'
import { authErrors } from './errors.ts'
import { couldBePassword } from './password-rule.ts'

const COST = 10
/** bcrypt runs on libuv's four threads; the others remain for files and names of hosts. */
const MOST_AT_ONCE = 2
const QUEUE = 100

/** Hashes and checks passwords; both throw `overload` (503) when too many are waiting. */
export interface PasswordHasher {
  /** @returns a bcrypt hash that starts with `$2a$`. */
  hash(password: string): Promise<string>
  /** An undefined hash takes as long as a real one and never matches: unknown accounts must not be answered faster. */
  verify(password: string, storedHash: string | undefined): Promise<boolean>
}

/** How many passwords are checked at once: one processor remains for all other requests and the database. */
export function passwordsAtOnce(processors: number): number {
  return Math.min(MOST_AT_ONCE, Math.max(1, processors - 1))
}

/** bcrypt at cost 10, off the main thread. */
export function createPasswordHasher(): PasswordHasher {
  const limited = limitConcurrency(passwordsAtOnce(availableParallelism()), QUEUE)
  // Computed once from a value that cannot be sent as a password; comparing with it costs as much as a real comparison.
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
 * Lets `atOnce` tasks run and `queue` more wait.
 * @returns a function that runs a task when its turn comes and rejects with `overload` when the queue is full.
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
      // The slot passes directly to the next in the queue, so `running` never exceeds the limit in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
