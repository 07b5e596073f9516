import { describe, expect, it } from 'vitest'
import { createFailureLimiter, type Guess } from './failure-limiter.ts'
import { createMemoryStore } from './testing/memory-store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const CARP = 'carp@example.org'

function limiter({ scale = 1 } = {}) {
  const clock = { ms: 0 }
  const store = createMemoryStore(() => clock.ms)
  const failures = createFailureLimiter({ store, scale, secret: 'a key of the tests' })
  const at = (ip: string, device?: string, email = CARP): Guess => ({ what: 'password', email, client: { ip, device } })
  const wrong = (guess: Guess) => failures.attempt(guess, async () => false)
  const right = (guess: Guess) => failures.attempt(guess, async () => true)
  const fail = async (times: number, guess: Guess) => {
    for (let i = 0; i < times; i += 1) expect(await wrong(guess)).toBe(false)
  }
  const signedIn = ({ email, client }: Guess) => store.rememberPlaces(failures.placesOf(email, client))
  return { clock, store, failures, at, wrong, right, fail, signedIn }
}
const refused = (seconds: number) => ({
  status: 429,
  code: 'over_request_rate_limit',
  headers: { 'Retry-After': String(seconds) },
})
const tooMany = { status: 429, code: 'over_request_rate_limit' }

describe('one place', () => {
  it('waits twice as long with each failure after the tenth, up to an hour', async () => {
    const { clock, at, wrong, fail } = limiter()
    await fail(10, at('192.0.2.1'))
    for (const seconds of [90, 180, 360, 720, 1440, 2880, 3600, 3600]) {
      await expect(wrong(at('192.0.2.1'))).rejects.toMatchObject(refused(seconds))
      clock.ms += seconds * 1000 - 1
      await expect(wrong(at('192.0.2.1'))).rejects.toMatchObject(refused(1))
      clock.ms += 1
      await fail(1, at('192.0.2.1'))
    }
  })

  it('refuses even the right secret during the wait, and resets the count when the right one comes in time', async () => {
    const { clock, at, wrong, right, fail } = limiter()
    await fail(10, at('192.0.2.1'))
    await expect(right(at('192.0.2.1'))).rejects.toMatchObject(refused(90))
    clock.ms += 90_000
    expect(await right(at('192.0.2.1'))).toBe(true)
    await fail(10, at('192.0.2.1'))
    await expect(wrong(at('192.0.2.1'))).rejects.toMatchObject(refused(90))
  })

  it('forgets a few failures after a quarter of an hour, and a wait after a day', async () => {
    const { clock, at, wrong, fail } = limiter()
    const place = at('192.0.2.1')
    await fail(9, place)
    clock.ms += 15 * MINUTE
    await fail(10, place)
    clock.ms += 90_000
    await fail(1, place)
    await expect(wrong(place)).rejects.toMatchObject(refused(180))
    clock.ms += 24 * HOUR
    await fail(10, place)
    await expect(wrong(place)).rejects.toMatchObject(refused(90))
  })

  it('counts a guess while it is checked, but neither right secrets nor errors', async () => {
    const { failures, at, right } = limiter()
    const place = at('192.0.2.1')
    for (let i = 0; i < 20; i++) expect(await right(place)).toBe(true)
    for (let i = 0; i < 20; i++)
      await expect(failures.attempt(place, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
    const guesses = await Promise.allSettled(
      Array.from({ length: 15 }, () => failures.attempt(place, async () => false)),
    )
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await expect(right(place)).rejects.toMatchObject(tooMany)
  })

  it('covers a whole IPv6 household', async () => {
    const { at, fail, right } = limiter()
    await fail(10, at('2001:db8:0:1::1'))
    await expect(right(at('2001:db8:0:1:ffff::2'))).rejects.toMatchObject(refused(90))
    expect(await right(at('2001:db8:0:2::1'))).toBe(true)
  })
})

describe('failures elsewhere', () => {
  it('do not affect another address, known or not', async () => {
    const { at, fail, right } = limiter()
    await fail(10, at('192.0.2.1'))
    expect(await right(at('192.0.2.2'))).toBe(true)
  })

  it('from a hundred addresses slow down strangers, but neither a known address nor a known device', async () => {
    const { clock, at, fail, right, wrong, signedIn } = limiter()
    await signedIn(at('198.51.100.1', 'known-device'))
    for (let n = 1; n <= 10; n += 1) await fail(10, at(`192.0.2.${n}`))
    // One of the twenty an hour is forgotten in three minutes.
    await expect(right(at('203.0.113.1'))).rejects.toMatchObject(refused(180))
    expect(await right(at('198.51.100.1'))).toBe(true)
    expect(await right(at('203.0.113.1', 'known-device'))).toBe(true)
    await expect(right(at('203.0.113.1', 'unknown-device'))).rejects.toMatchObject(tooMany)
    // A wrong secret gets the same answer as a stranger's; another one would reveal where the member signs in.
    await expect(wrong(at('198.51.100.1'))).rejects.toMatchObject(refused(180))
    await expect(right(at('203.0.113.1'))).rejects.toMatchObject(refused(180))
    // Twenty are forgotten in an hour: the limit delays, it does not lock.
    clock.ms += 6 * MINUTE
    expect(await right(at('203.0.113.1'))).toBe(true)
  })

  it('at the same address do not keep out a known device, which has a count of its own', async () => {
    const { at, fail, right, signedIn } = limiter()
    await signedIn(at('192.0.2.1', 'known-device'))
    await fail(10, at('192.0.2.1'))
    await expect(right(at('192.0.2.1'))).rejects.toMatchObject(refused(90))
    expect(await right(at('192.0.2.1', 'known-device'))).toBe(true)
    await fail(10, at('192.0.2.1', 'known-device'))
    await expect(right(at('192.0.2.1', 'known-device'))).rejects.toMatchObject(refused(90))
  })

  it('at many accounts use up an address, except for an account that has signed in there', async () => {
    const { at, fail, right, signedIn } = limiter()
    await signedIn(at('192.0.2.1'))
    for (let n = 0; n < 5; n += 1) await fail(10, at('192.0.2.1', undefined, `nobody-${n}@example.org`))
    await expect(right(at('192.0.2.1', undefined, 'tench@example.org'))).rejects.toMatchObject(refused(72))
    expect(await right(at('192.0.2.1'))).toBe(true)
    expect(await right({ ...at('192.0.2.1'), crowded: true })).toBe(true)
    await expect(right({ ...at('192.0.2.2'), crowded: true })).rejects.toMatchObject(refused(10))
  })

  it('of codes are limited for the whole site, except where an account has signed in, and passwords are not', async () => {
    const { clock, at, wrong, right, fail, signedIn } = limiter()
    const code = (n: number): Guess => ({ ...at(`192.0.2.${n}`, undefined, `nobody-${n}@example.org`), what: 'code' })
    await signedIn(at('198.51.100.1'))
    for (let n = 0; n < 60; n += 1) await fail(5, code(n))
    await expect(wrong(code(60))).rejects.toMatchObject(refused(36))
    await expect(right(code(60))).rejects.toMatchObject(refused(36))
    expect(await right({ ...at('198.51.100.1'), what: 'code' })).toBe(true)
    expect(await right(at('192.0.2.60'))).toBe(true)
    clock.ms += 36_000
    expect(await right(code(60))).toBe(true)
  })

  it('of codes count once for each code that a guess is compared with', async () => {
    const { at, wrong, fail, right } = limiter()
    const code = (n: number): Guess => {
      return { ...at(`192.0.2.${n}`, undefined, `nobody-${n}@example.org`), what: 'code', codes: 2 }
    }
    for (let n = 0; n < 30; n += 1) await fail(5, code(n))
    await expect(wrong(code(30))).rejects.toMatchObject(refused(36))
    expect(await right(at('192.0.2.30'))).toBe(true)
  })

  it('of codes do not prevent signing in', async () => {
    const { at, fail, right } = limiter()
    await fail(10, { ...at('192.0.2.1'), what: 'code' })
    expect(await right(at('192.0.2.1'))).toBe(true)
  })

  it('of a session concern that session only', async () => {
    const { at, failures, right } = limiter()
    for (let n = 0; n < 10; n += 1) expect(await failures.attemptInSession('stolen', async () => false)).toBe(false)
    await expect(failures.attemptInSession('stolen', async () => true)).rejects.toMatchObject(refused(90))
    expect(await failures.attemptInSession('own', async () => true)).toBe(true)
    expect(await right(at('192.0.2.1'))).toBe(true)
  })
})
