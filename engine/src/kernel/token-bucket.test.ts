import { describe, expect, it } from 'vitest'
import { createTokenBuckets } from './token-bucket.ts'

describe('token buckets', () => {
  const withClock = (options: { capacity: number; refill: number; intervalMs: number; maxKeys?: number }) => {
    const clock = { ms: 0 }
    return { clock, buckets: createTokenBuckets({ ...options, now: () => clock.ms }) }
  }

  it('lets a burst through, refuses the next and refills with time', () => {
    const { clock, buckets } = withClock({ capacity: 2, refill: 2, intervalMs: 1000 })
    expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([true, true, false])
    clock.ms = 499
    expect(buckets.take('a')).toBe(false)
    clock.ms = 500
    expect([buckets.take('a'), buckets.take('a')]).toEqual([true, false])
  })

  it('keeps keys apart', () => {
    const { buckets } = withClock({ capacity: 1, refill: 1, intervalMs: 1000 })
    expect([buckets.take('a'), buckets.take('b'), buckets.take('a')]).toEqual([true, true, false])
  })

  it('gives a token back, never above the capacity', () => {
    const { buckets } = withClock({ capacity: 1, refill: 1, intervalMs: 1000 })
    buckets.take('a')
    buckets.give('a')
    buckets.give('a')
    expect([buckets.take('a'), buckets.take('a')]).toEqual([true, false])
  })

  it('charges what comes back later, and not more than fills a bucket', () => {
    const { clock, buckets } = withClock({ capacity: 2, refill: 2, intervalMs: 1000 })
    buckets.charge('a', 3.5)
    clock.ms = 1249
    expect(buckets.take('a')).toBe(false)
    clock.ms = 1250
    expect([buckets.take('a'), buckets.take('a')]).toEqual([true, false])
    buckets.charge('b', 1_000)
    clock.ms = 1250 + 1499
    expect(buckets.take('b')).toBe(false)
    clock.ms = 1250 + 1500
    expect(buckets.take('b')).toBe(true)
  })

  it('forgets the longest unused key when there are too many', () => {
    const { buckets } = withClock({ capacity: 1, refill: 1, intervalMs: 1000, maxKeys: 2 })
    buckets.take('a')
    buckets.take('b')
    buckets.take('a')
    buckets.take('c')
    expect([buckets.take('a'), buckets.take('b')]).toEqual([false, true])
  })
})
