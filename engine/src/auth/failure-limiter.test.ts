import { expect, it } from 'vitest'
import { createFailureLimiter } from './failure-limiter.ts'

const MINUTE = 60_000

function limiter() {
  const clock = { ms: 0 }
  const { attempt } = createFailureLimiter({ scale: 1, now: () => clock.ms })
  const guess = () => attempt('carp@example.org', async () => false)
  const right = () => attempt('carp@example.org', async () => true)
  const fail = async (times: number) => {
    for (let i = 0; i < times; i += 1) expect(await guess()).toBe(false)
  }
  return { clock, guess, right, fail }
}
const refused = (seconds: number) => ({
  status: 429,
  code: 'over_request_rate_limit',
  headers: { 'Retry-After': String(seconds) },
})

it('doubles the wait with each failure after the tenth, up to four hours', async () => {
  const { clock, guess, fail } = limiter()
  await fail(10)
  for (const seconds of [90, 180, 360, 720, 1440, 2880, 5760, 11520, 14400, 14400]) {
    await expect(guess()).rejects.toMatchObject(refused(seconds))
    clock.ms += seconds * 1000 - 1
    await expect(guess()).rejects.toMatchObject(refused(1))
    clock.ms += 1
    await fail(1)
  }
})

it('keeps the right secret out while the account waits, and forgives everything when it comes in time', async () => {
  const { clock, guess, right, fail } = limiter()
  await fail(10)
  await expect(right()).rejects.toMatchObject(refused(90))
  clock.ms += 90_000
  expect(await right()).toBe(true)
  await fail(10)
  await expect(guess()).rejects.toMatchObject(refused(90))
})

it('forgets a few failures after a quarter of an hour, and a wait after a day', async () => {
  const { clock, guess, fail } = limiter()
  await fail(9)
  clock.ms += 15 * MINUTE
  await fail(10)
  clock.ms += 90_000
  await fail(1)
  await expect(guess()).rejects.toMatchObject(refused(180))
  clock.ms += 24 * 60 * MINUTE
  await fail(10)
  await expect(guess()).rejects.toMatchObject(refused(90))
})
