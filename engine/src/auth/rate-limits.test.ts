import { describe, expect, it } from 'vitest'
import { createRateLimits, takeChangeMail } from './rate-limits.ts'

const HOUR_MS = 60 * 60_000

function withClock(scale = 1) {
  const clock = { ms: 0 }
  return { clock, limits: createRateLimits(scale, 300, () => clock.ms) }
}

/** How many requests in a row are allowed. */
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

  it('allows 30 sign-ins, 150 unknown refresh tokens and 30 links in five minutes', () => {
    const { clock, limits } = withClock()
    for (const [limit, count] of [
      [limits.signInOrUp, 30],
      [limits.refresh, 150],
      [limits.verify, 30],
    ] as const) {
      clock.ms = 0
      expect(allowed(limit, '192.0.2.1')).toBe(count)
      clock.ms = 5 * 60_000
      expect(allowed(limit, '192.0.2.1')).toBe(count)
    }
  })

  it('allows a session 60 refreshes an hour', () => {
    const { clock, limits } = withClock()
    expect(allowed(limits.refreshSession, 'session')).toBe(60)
    clock.ms = HOUR_MS
    expect(allowed(limits.refreshSession, 'session')).toBe(60)
    expect(allowed(limits.refreshSession, 'another')).toBe(60)
  })

  it('allows one address ten requests an hour for each kind of mail', () => {
    const { clock, limits } = withClock()
    for (const limit of [limits.recover, limits.otp, limits.resend, limits.changeFrom]) {
      clock.ms = 0
      expect(allowed(limit, '192.0.2.1')).toBe(10)
      expect(allowed(limit, '192.0.2.2')).toBe(10)
      clock.ms = HOUR_MS
      expect(allowed(limit, '192.0.2.1')).toBe(10)
    }
  })

  it('allows the configured number of mails an hour, for each kind', () => {
    const { clock, limits } = withClock()
    const kinds = ['signUpMails', 'recoveryMails', 'signInMails', 'changeMails', 'inviteMails'] as const
    for (const kind of kinds) expect(allowed(limits[kind], 'all')).toBe(300)
    clock.ms = HOUR_MS / 2
    for (const kind of kinds) expect(allowed(limits[kind], 'all')).toBe(150)
  })

  it('allows an account five mails about changes an hour, and each other one its first when those of all are used up', () => {
    const { clock, limits } = withClock()
    const asked = (userId: string, times = 1) =>
      Array.from({ length: times }, () => {
        try {
          takeChangeMail(limits, userId)
          return true
        } catch {
          return false
        }
      }).filter(Boolean).length
    for (let n = 0; n < 60; n += 1) expect(asked(`greedy ${n}`, 20)).toBe(5)
    expect(asked('honest', 3)).toBe(1)
    clock.ms = HOUR_MS
    expect(asked('honest', 3)).toBe(3)
  })

  it('counts an IPv6 household as one client, and another household separately', () => {
    const { limits } = withClock()
    expect(allowed(limits.signInOrUp, '2001:db8:0:1::1')).toBe(30)
    expect(allowed(limits.signInOrUp, '2001:db8:0:1:ffff::2')).toBe(0)
    expect(allowed(limits.signInOrUp, '2001:db8:0:2::1')).toBe(30)
  })

  it('scales every limit', () => {
    expect(allowed(withClock(10).limits.signInOrUp, '192.0.2.1')).toBe(300)
    expect(allowed(withClock(0.01).limits.signInOrUp, '192.0.2.1')).toBe(1)
  })
})
