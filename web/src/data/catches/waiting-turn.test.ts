import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryWaitingStore } from '../../testing/memory-waiting-store.ts'
import { inTurn } from './waiting-turn.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** One after the other, as the browser's locks do. */
function fakeLocks(): LockManager {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<unknown>) => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
  return { request } as unknown as LockManager
}

it('runs one after the other with the browser’s locks', async () => {
  const [store, locks] = [memoryWaitingStore(), fakeLocks()]
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await Promise.resolve()
    seen.push(`${name} ends`)
  }
  await Promise.all([inTurn(store, 'tom', work('one'), locks), inTurn(store, 'tom', work('two'), locks)])
  expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

it('leaves the work to the tab that has the turn, without locks, for as long as that takes', async () => {
  const store = memoryWaitingStore()
  let end = () => {}
  const long = inTurn(store, 'tom', () => new Promise<string>((resolve) => (end = () => resolve('done'))), null)
  await vi.advanceTimersByTimeAsync(100_000)
  const other = vi.fn(async () => 'other')
  expect(await inTurn(store, 'tom', other, null)).toBeUndefined()
  expect(await inTurn(store, 'finn', other, null)).toBe('other')
  end()
  expect(await long).toBe('done')
  expect(await inTurn(store, 'tom', other, null)).toBe('other')
})

it('gives the turn of a tab that has gone to the next one, without locks', async () => {
  const store = memoryWaitingStore()
  await store.takeTurn('tom', 'a closed tab', Date.now(), Date.now() + 30_000)
  const work = vi.fn(async () => 'sent')
  expect(await inTurn(store, 'tom', work, null)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await inTurn(store, 'tom', work, null)).toBe('sent')
})
