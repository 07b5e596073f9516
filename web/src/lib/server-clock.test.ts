// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const TRUE = Date.parse('2026-11-21T12:00:00Z')
const DAY = 86_400_000
const header = (ms: number) => new Date(ms).toUTCString()

let clock: typeof import('./server-clock.ts')
/** How far the device's clock is ahead of the true time. */
let wrong = 0
const atTrue = (ms: number) => vi.setSystemTime(TRUE + ms + wrong)
/** An answer that the server writes at a given true time and the device reads `late` ms later. */
const answer = (ms: number, late = 100) => {
  atTrue(ms - late)
  const asked = Date.now()
  atTrue(ms + late)
  clock.noteServerTime(header(TRUE + ms), asked)
}
const error = () => clock.serverNow() - (Date.now() - wrong)

beforeEach(async () => {
  vi.useFakeTimers({ now: TRUE })
  vi.resetModules()
  wrong = 0
  clock = await import('./server-clock.ts')
})
afterEach(() => void vi.useRealTimers())

it('is the device’s clock until a service has answered, and while the header cannot be read', () => {
  expect(clock.serverNow()).toBe(TRUE)
  clock.noteServerTime(null, TRUE)
  clock.noteServerTime('soon', TRUE)
  expect(clock.serverNow()).toBe(TRUE)
})

it('equals the device’s clock when that is right, however slow the answers are', () => {
  for (const late of [10, 900, 2500]) answer(10_000 + late, late)
  expect(error()).toBe(0)
})

it.each([
  ['two days ahead', 2 * DAY],
  ['three hours behind', -DAY / 8],
  ['half a minute ahead', 30_000],
])('corrects a device that is %s, to within two seconds', (_, ms) => {
  wrong = ms
  answer(10_400)
  expect(Math.abs(error())).toBeLessThan(2000)
  // Slower answers do not make it less accurate; a quicker one makes it more so.
  const before = Math.abs(error())
  answer(20_400, 3000)
  expect(Math.abs(error())).toBeLessThanOrEqual(before)
  answer(30_001, 5)
  expect(Math.abs(error())).toBeLessThan(1100)
})

it('follows the device’s clock when it is set forward or back while the page is open', () => {
  answer(1000)
  wrong = 2 * DAY
  answer(5000)
  expect(Math.abs(error())).toBeLessThan(2000)
  wrong = -2 * DAY
  answer(9000)
  expect(Math.abs(error())).toBeLessThan(2000)
  wrong = 0
  answer(12_000)
  expect(error()).toBe(0)
})

it('notifies the window when the time was corrected, and not on every answer', () => {
  const listener = vi.fn()
  addEventListener(clock.CLOCK_EVENT, listener)
  answer(1000)
  expect(listener).not.toHaveBeenCalled()
  wrong = DAY
  answer(2000)
  answer(3000, 10)
  answer(4000, 500)
  expect(listener).toHaveBeenCalledTimes(1)
  removeEventListener(clock.CLOCK_EVENT, listener)
})
