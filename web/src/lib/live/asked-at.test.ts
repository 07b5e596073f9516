import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteRequests, wasAskedBefore } from './asked-at.ts'

const KEY = ['rows']
let queries: QueryClient
let leave: () => void

beforeEach(() => {
  vi.useFakeTimers()
  queries = new QueryClient()
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

/** A screen that shows rows; each answer takes 100 ms. */
function show() {
  const queryFn = () => new Promise<string>((resolve) => setTimeout(resolve, 100, 'rows'))
  leave = new QueryObserver(queries, { queryKey: KEY, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => {},
  )
}
const older = (moment: number) => wasAskedBefore(queries, [KEY], moment)

it('knows when rows were requested, not when they arrived', async () => {
  noteRequests(queries)
  await vi.advanceTimersByTimeAsync(1_000)
  const asked = performance.now()
  show()
  await vi.advanceTimersByTimeAsync(500)
  expect([older(asked - 1), older(asked)]).toEqual([false, true])
  void queries.invalidateQueries({ queryKey: KEY })
  // The answer that is on its way will replace them.
  expect(older(asked + 499)).toBe(false)
})

it('counts what was requested before it looked from the start of the page', async () => {
  show()
  await vi.advanceTimersByTimeAsync(100)
  noteRequests(queries)
  expect([older(-1), older(0)]).toEqual([false, true])
})

it('does not count rows that a message changed as requested again', async () => {
  noteRequests(queries)
  show()
  const asked = performance.now()
  await vi.advanceTimersByTimeAsync(1_000)
  queries.setQueryData(KEY, 'patched')
  expect(older(asked)).toBe(true)
})

it('finds rows that replaced a failed request from the device older than everything', async () => {
  noteRequests(queries)
  const queryFn = () => Promise.reject(new Error('no answer'))
  leave = new QueryObserver(queries, { queryKey: KEY, queryFn, retry: false }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(100)
  queries.setQueryData(KEY, 'stored', { updatedAt: performance.timeOrigin - 1_000 })
  expect(older(-1_000_000)).toBe(true)
})

it('finds rows that were stored on the device older than everything', () => {
  leave = () => {}
  queries.setQueryData(KEY, 'stored', { updatedAt: performance.timeOrigin - 1_000 })
  const query = queries.getQueryCache().find({ queryKey: KEY })
  expect(older(-1)).toBe(false)
  // No screen shows them: they are requested when one does.
  expect(query?.state.isInvalidated).toBe(true)
})
