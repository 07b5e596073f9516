import { describe, expect, it } from 'vitest'
import { createRateLimits } from './rate-limits.ts'

const HOUR_MS = 60 * 60_000

function withClock(scale = 1) {
  const clock = { ms: 0 }
  return { clock, limits: createRateLimits(scale, () => clock.ms) }
}

/** How many takes in a row are allowed. */
function allowed(limit: { take(key: string): boolean }, key: string, most = 2000): number {
  let count = 0
  while (count < most && limit.take(key)) count++
  return count
}

describe('rate limits of accounts', () => {
  it('allows thirty sign-ups from one address, then ten an hour', () => {
    const { clock, limits } = withClock()
    expect(allowed(limits.signUp, '192.0.2.1')).toBe(30)
    clock.ms = HOUR_MS
    expect(allowed(limits.signUp, '192.0.2.1')).toBe(10)
    expect(allowed(limits.signUp, '192.0.2.2')).toBe(30)
  })

  it('allows 30 sign-ins, 150 refreshes and 30 recoveries in five minutes', () => {
    const { clock, limits } = withClock()
    for (const [limit, count] of [
      [limits.signInOrUp, 30],
      [limits.refresh, 150],
      [limits.recover, 30],
    ] as const) {
      clock.ms = 0
      expect(allowed(limit, '192.0.2.1')).toBe(count)
      clock.ms = 5 * 60_000
      expect(allowed(limit, '192.0.2.1')).toBe(count)
    }
  })

  it('counts an IPv6 household as one, and another household apart', () => {
    const { limits } = withClock()
    expect(allowed(limits.signInOrUp, '2001:db8:0:1::1')).toBe(30)
    expect(allowed(limits.signInOrUp, '2001:db8:0:1:ffff::2')).toBe(0)
    expect(allowed(limits.signInOrUp, '2001:db8:0:2::1')).toBe(30)
  })

  it('scales every limit', () => {
    expect(allowed(withClock(10).limits.signInOrUp, '192.0.2.1')).toBe(300)
    expect(allowed(withClock(0.01).limits.signInOrUp, '192.0.2.1')).toBe(1)
  })

  it('counts a guess while it is checked, and not what was right or broke', async () => {
    const { limits } = withClock()
    const attempt = (check: () => Promise<boolean>) => limits.failures.attempt('carp@example.org', check)
    for (let i = 0; i < 20; i++) expect(await attempt(async () => true)).toBe(true)
    for (let i = 0; i < 20; i++) await expect(attempt(() => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
    const guesses = await Promise.allSettled(Array.from({ length: 15 }, () => attempt(async () => false)))
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await expect(attempt(async () => true)).rejects.toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })
})
