export interface TokenBucketOptions {
  /** How many tokens a key may take at once. */
  capacity: number
  /** How many tokens come back per `intervalMs`. */
  refill: number
  intervalMs: number
  /** Keys held at most; the longest unused one is dropped first, so that memory stays bounded under a flood of keys. */
  maxKeys?: number
  /** Monotonic milliseconds, so that a step of the wall clock neither locks clients out nor lifts the limit. */
  now?: () => number
}

/** One token bucket per key. */
export interface TokenBuckets {
  /** Takes a token; false when the key has none left. */
  take(key: string): boolean
  /** Gives a token back, never above the capacity. */
  give(key: string): void
  /** Takes tokens for what is already done, also those that will come back; never more than the capacity of these. */
  charge(key: string, count: number): void
}

/** The bucket of one key, for those of whom there are thousands: a few numbers and no table. */
export class TokenBucket {
  private readonly perSecond: number
  private readonly capacity: number
  private tokens: number
  private at = performance.now()

  /**
   * @param perSecond tokens that come back in a second.
   * @param capacity tokens that may be taken at once.
   */
  constructor(perSecond: number, capacity = perSecond) {
    this.perSecond = perSecond
    this.capacity = capacity
    this.tokens = capacity
  }

  /** Takes a token, or several at once; false when there are not so many. */
  take(count = 1): boolean {
    const now = performance.now()
    this.tokens = Math.min(this.capacity, this.tokens + ((now - this.at) / 1_000) * this.perSecond)
    this.at = now
    if (this.tokens < count) return false
    this.tokens -= count
    return true
  }
}

export function createTokenBuckets(options: TokenBucketOptions): TokenBuckets {
  const { capacity, refill, intervalMs, maxKeys = 100_000, now = () => performance.now() } = options
  const buckets = new Map<string, { tokens: number; at: number }>()

  const current = (key: string) => {
    const at = now()
    const known = buckets.get(key)
    const tokens = known ? Math.min(capacity, known.tokens + ((at - known.at) / intervalMs) * refill) : capacity
    // Deleting first moves the key to the end: a Map keeps insertion order, so its first key is the longest unused.
    buckets.delete(key)
    return { tokens, at }
  }
  const put = (key: string, bucket: { tokens: number; at: number }) => {
    if (buckets.size >= maxKeys) {
      const oldest = buckets.keys().next()
      if (!oldest.done) buckets.delete(oldest.value)
    }
    buckets.set(key, bucket)
  }

  return {
    take: (key) => {
      const bucket = current(key)
      const allowed = bucket.tokens >= 1
      put(key, allowed ? { ...bucket, tokens: bucket.tokens - 1 } : bucket)
      return allowed
    },
    give: (key) => {
      const bucket = current(key)
      put(key, { ...bucket, tokens: Math.min(capacity, bucket.tokens + 1) })
    },
    charge: (key, count) => {
      const bucket = current(key)
      put(key, { ...bucket, tokens: Math.max(-capacity, bucket.tokens - count) })
    },
  }
}
