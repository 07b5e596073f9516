import type { Caller } from '../http/caller.ts'
import { createTokenBuckets } from '../kernel/token-bucket.ts'
import { REALTIME_LIMITS } from './limits.ts'

/** Who joins: guests are known by their address only. */
export interface Joiner {
  /** As `limiterKey` writes it. */
  address: string
  /** Undefined while the token is not known to be valid. */
  caller: Pick<Caller, 'role' | 'userId'> | undefined
}

/** How often channels may be joined. */
export interface JoinLimits {
  /**
   * Takes a join from the joiner's own limit and from the one that all members, or all guests, share.
   * @returns the limit that refuses; undefined when there is none.
   */
  refusal(joiner: Joiner): 'own' | 'shared' | undefined
}

/**
 * A member's own limit is that of the account, so that members who share an address do not take from each other; a
 * guest's is that of the address. Guests and members have separate limits, because anyone can create any number of
 * guests. Of what all members share, an address gets a part, and a reserve is for addresses that take little: many
 * accounts at a few addresses cannot keep the others out.
 * @param perSecond joins of all members together, and as many of all guests.
 * @param scale multiplies the own limits.
 * @param now monotonic milliseconds, for tests.
 */
export function createJoinLimits(perSecond: number, scale: number, now?: () => number): JoinLimits {
  const buckets = (capacity: number, refill: number) =>
    createTokenBuckets({ capacity, refill, intervalMs: 1_000, ...(now && { now }) })
  const { account, address } = REALTIME_LIMITS.joins
  const own = {
    members: buckets(account.atOnce * scale, account.perSecond * scale),
    guests: buckets(address.atOnce * scale, address.perSecond * scale),
  }
  const share = (ofAll: number, atOnce: number, ofAddress: number) => {
    const of = (part: number) => part * perSecond
    const all = buckets(Math.ceil(of(ofAll)), of(ofAll))
    const addresses = buckets(Math.ceil(of(atOnce)), of(ofAddress))
    return (address: string) => {
      if (!addresses.take(address)) return false
      if (all.take('')) return true
      addresses.give(address)
      return false
    }
  }
  const { common, reserve } = REALTIME_LIMITS.joins
  const shared = {
    members: [
      share(common.ofAll, common.atOnce, common.perSecond),
      share(reserve.ofAll, reserve.atOnce, reserve.perSecond),
    ],
    guests: [share(1, 1, 1)],
  }
  return {
    refusal({ address, caller }) {
      if (caller?.role === 'service_role') return undefined
      const kind = caller?.userId === undefined ? 'guests' : 'members'
      const key = caller?.userId ?? address
      if (!own[kind].take(key)) return 'own'
      if (shared[kind].some((take) => take(address))) return undefined
      own[kind].give(key)
      return 'shared'
    },
  }
}
