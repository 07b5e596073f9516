import { LRUCache } from 'lru-cache'
import { type Party, partyKey, partyOf } from './accounts.ts'
import type { Channel } from './channel.ts'
import { REALTIME_LIMITS } from './limits.ts'

/** More than the accounts of a club. */
const MOST_PARTIES = 10_000
const MINUTES = REALTIME_LIMITS.slowFilterMs / 60_000

/** The message to a client whose filter takes too long. */
export const SLOW_FILTER = `FilterTooSlow: A filter of this account took too long: no filters for ${MINUTES} minutes`

/** The accounts, and addresses of guests, that may have no filters for a while, because one of theirs took too long. */
export interface SlowFilters {
  add(channel: Channel): void
  has(party: Party): boolean
}

/** @param now monotonic milliseconds, for tests. */
export function createSlowFilters(now: () => number = () => performance.now()): SlowFilters {
  const until = new LRUCache<string, number>({ max: MOST_PARTIES })
  return {
    add: (channel) => void until.set(partyOf(channel), now() + REALTIME_LIMITS.slowFilterMs),
    has: (party) => (until.get(partyKey(party)) ?? 0) > now(),
  }
}
