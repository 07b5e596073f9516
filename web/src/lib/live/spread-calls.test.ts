import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { spreadCalls } from './spread-calls.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Calls of a given duration, and the times at which they began. */
function callsThatTake(ms: () => number) {
  const began = Date.now()
  const starts: number[] = []
  const call = () => {
    starts.push(Date.now() - began)
    return new Promise((resolve) => setTimeout(resolve, ms()))
  }
  return { starts, spread: spreadCalls(call, { gapMs: 2_000, jitterMs: 400, restFactor: 3, longestMs: 30_000 }) }
}

/** Asks for a call ten times a second, as a busy table does. */
async function askFor(ms: number, request: () => void) {
  for (let passed = 0; passed < ms; passed += 100) {
    request()
    await pass(100)
  }
}

it('keeps the usual interval while answers arrive within half a second', async () => {
  const { starts, spread } = callsThatTake(() => 500)
  await askFor(7_000, spread.request)
  expect(starts).toEqual([200, 2_400, 4_600, 6_800])
})

it('rests three times as long as the last answer took, until answers are quick again', async () => {
  let took = 2_000
  const { starts, spread } = callsThatTake(() => took)
  await askFor(16_800, spread.request)
  // 2 s for the answer, 6 s of rest, and the random delay.
  expect(starts).toEqual([200, 8_400, 16_600])
  took = 100
  await askFor(14_000, spread.request)
  expect(starts.slice(3)).toEqual([24_800, 27_000, 29_200])
})

it('makes one call at a time, and one more when calls were requested in the meantime', async () => {
  const { starts, spread } = callsThatTake(() => 5_000)
  spread.request()
  await pass(4_000)
  spread.request()
  await pass(60_000)
  expect(starts).toEqual([200, 200 + 5_000 + 15_000 + 200])
})

it('rests half a minute at most, and waits no longer than that for an answer', async () => {
  const slow = callsThatTake(() => 20_000)
  await askFor(60_000, slow.spread.request)
  expect(slow.starts).toEqual([200, 200 + 20_000 + 30_000 + 200])
  const stuck = callsThatTake(() => 1_000_000_000)
  await askFor(61_000, stuck.spread.request)
  expect(stuck.starts).toEqual([200, 200 + 30_000 + 30_000 + 200])
})

it('skips the rest for a returning reader, but not the interval or the running call', async () => {
  const { starts, spread } = callsThatTake(() => 3_000)
  spread.request()
  await pass(1_000)
  spread.requestSoon()
  await pass(2_600)
  expect(starts).toEqual([200, 3_400])
  await pass(3_000)
  spread.request()
  await pass(1_000)
  expect(starts).toHaveLength(2)
  spread.requestSoon()
  await pass(200)
  expect(starts).toEqual([200, 3_400, 7_800])
})

it('treats a failure as an answer, and cancels requested calls', async () => {
  const call = vi.fn(() => Promise.reject(new Error('no network')))
  const spread = spreadCalls(call, { gapMs: 2_000, jitterMs: 0, restFactor: 3, longestMs: 30_000 })
  spread.request()
  await pass(0)
  spread.request()
  await pass(2_000)
  expect(call).toHaveBeenCalledTimes(2)
  spread.request()
  spread.cancel()
  await pass(60_000)
  expect(call).toHaveBeenCalledTimes(2)
})
