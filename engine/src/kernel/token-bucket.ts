export interface TokenBucketOptions {
  /** How many takes a key may make at once. */
  capacity: number
  /** How many tokens come back per `intervalMs`. */
  refill: number
  intervalMs: number
  /** Keys held at most; the longest unused is forgotten first, so memory stays bounded under a flood of keys. */
  maxKeys?: number
  /** Monotonic milliseconds: a step of the wall clock must neither lock anybody out nor let anybody in. */
  now?: () => number
}

/** One token bucket per key. */
export interface TokenBuckets {
  /** Takes a token; false when the key has none left. */
  take(key: string): boolean
  /** Gives a token back, never above the capacity. */
  give(key: string): void
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
  }
}
