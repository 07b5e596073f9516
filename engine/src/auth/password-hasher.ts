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

/**
 * bcrypt at cost 10, off the main thread.
 * @returns the hasher of a client, by its address as `limiterKey` writes it. The clients take turns.
 */
export function createPasswordHashers(): (client: string) => PasswordHasher {
  const limited = limitConcurrency(passwordsAtOnce(availableParallelism()), QUEUE)
  // Computed once from a value that cannot be sent as a password; comparing with it costs as much as a real comparison.
  const dummy = hash(crypto.randomUUID(), COST)
  return (client) => ({
    hash: (password) =>
      // pgcrypto's crypt() knows `$2a$` only; for passwords without NUL the two prefixes mean the same algorithm.
      limited(client, async () => (await hash(password, COST)).replace(/^\$2[by]\$/, '$2a$')),
    verify: (password, storedHash) =>
      limited(client, async () => {
        const usable = storedHash?.startsWith('$2') === true && couldBePassword(password)
        const matches = await verify(usable ? password : 'x', usable ? storedHash : await dummy)
        return usable && matches
      }),
  })
}

interface Waiting {
  begin(): void
  refuse(): void
}

/**
 * Lets `atOnce` tasks run and `queue` more wait. The clients take turns, so that no client waits behind all tasks of
 * another; when the queue is full, the last task of the client with most of them makes room for one of a client with fewer.
 * @returns a function that runs a client's task when its turn comes and rejects with `overload` when there is no room.
 */
export function limitConcurrency(atOnce: number, queue: number) {
  let running = 0
  let length = 0
  /** By client; the one whose turn is next comes first. */
  const waiting = new Map<string, Waiting[]>()

  const makeRoom = (count: number) => {
    let most: Waiting[] = []
    for (const own of waiting.values()) if (own.length > most.length) most = own
    if (most.length <= count + 1) throw authErrors.overload()
    most.pop()?.refuse()
    length -= 1
  }
  const wait = (client: string) => {
    const own = waiting.get(client) ?? []
    if (length >= queue) makeRoom(own.length)
    length += 1
    waiting.set(client, own)
    return new Promise<void>((resolve, reject) => {
      own.push({ begin: resolve, refuse: () => reject(authErrors.overload()) })
    })
  }
  const next = (): Waiting | undefined => {
    const [turn] = waiting
    if (!turn) return undefined
    const [client, own] = turn
    const first = own.shift()
    // To the end of the row, if it has more.
    waiting.delete(client)
    if (own.length > 0) waiting.set(client, own)
    length -= 1
    return first
  }

  return async <T>(client: string, work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await wait(client)
    else running += 1
    try {
      return await work()
    } finally {
      // The slot passes directly to the next in the queue, so `running` never exceeds the limit in between.
      const one = next()
      if (one) one.begin()
      else running -= 1
    }
  }
}
