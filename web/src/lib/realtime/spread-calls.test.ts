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

/** Calls that take so long, and the moments at which they began. */
function callsThatTake(ms: () => number) {
  const began = Date.now()
  const starts: number[] = []
  const call = () => {
    starts.push(Date.now() - began)
    return new Promise((resolve) => setTimeout(resolve, ms()))
  }
  return { starts, spread: spreadCalls(call, { gapMs: 2_000, jitterMs: 400, restFactor: 3, longestMs: 30_000 }) }
}

/** Asks ten times a second, as a busy table does. */
async function askFor(ms: number, ask: () => void) {
  for (let passed = 0; passed < ms; passed += 100) {
    ask()
    await pass(100)
  }
}

it('keeps the usual distance while answers come within half a second', async () => {
  const { starts, spread } = callsThatTake(() => 500)
  await askFor(7_000, spread.ask)
  expect(starts).toEqual([200, 2_400, 4_600, 6_800])
})

it('rests three times as long as the last answer took, and takes up the usual pace when answers are quick again', async () => {
  let took = 2_000
  const { starts, spread } = callsThatTake(() => took)
  await askFor(16_800, spread.ask)
  // 2 s for the answer, 6 s of rest, and the wait by chance.
  expect(starts).toEqual([200, 8_400, 16_600])
  took = 100
  await askFor(14_000, spread.ask)
  expect(starts.slice(3)).toEqual([24_800, 27_000, 29_200])
})

it('makes one call at a time, and one more for what was asked meanwhile', async () => {
  const { starts, spread } = callsThatTake(() => 5_000)
  spread.ask()
  await pass(4_000)
  spread.ask()
  await pass(60_000)
  expect(starts).toEqual([200, 200 + 5_000 + 15_000 + 200])
})

it('rests half a minute at most, and waits no longer than that for an answer', async () => {
  const slow = callsThatTake(() => 20_000)
  await askFor(60_000, slow.spread.ask)
  expect(slow.starts).toEqual([200, 200 + 20_000 + 30_000 + 200])
  const stuck = callsThatTake(() => 1_000_000_000)
  await askFor(61_000, stuck.spread.ask)
  expect(stuck.starts).toEqual([200, 200 + 30_000 + 30_000 + 200])
})

it('spares whoever comes to look the rest, but neither the distance nor the call under way', async () => {
  const { starts, spread } = callsThatTake(() => 3_000)
  spread.ask()
  await pass(1_000)
  spread.askSoon()
  await pass(2_600)
  expect(starts).toEqual([200, 3_400])
  await pass(3_000)
  spread.ask()
  await pass(1_000)
  expect(starts).toHaveLength(2)
  spread.askSoon()
  await pass(200)
  expect(starts).toEqual([200, 3_400, 7_800])
})

it('takes a failure as an answer, and forgets what was asked', async () => {
  const call = vi.fn(() => Promise.reject(new Error('no network')))
  const spread = spreadCalls(call, { gapMs: 2_000, jitterMs: 0, restFactor: 3, longestMs: 30_000 })
  spread.ask()
  await pass(0)
  spread.ask()
  await pass(2_000)
  expect(call).toHaveBeenCalledTimes(2)
  spread.ask()
  spread.cancel()
  await pass(60_000)
  expect(call).toHaveBeenCalledTimes(2)
})
