// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { createQueryClient, isRetryable } from './query-client.ts'

it.each<[string, unknown, boolean]>([
  ['a dropped connection', new TypeError('Failed to fetch'), true],
  ['an answer of a proxy', { name: 'PostgrestError', code: '', message: 'Bad Gateway' }, true],
  ['a database out of reach', { code: 'PGRST001' }, true],
  ['a database that restarts', { code: '57P01' }, true],
  ['a refusal', { code: '42501' }, false],
  ['no such row', { code: 'PGRST116' }, false],
  ['an answer that did not come in time', new DOMException('', 'AbortError'), false],
])('decides whether to retry once: %s', (_, error, answer) => {
  expect(isRetryable(error)).toBe(answer)
})

it.each([true, false])('reports a failure after one retry, and at once when offline (online: %s)', async (online) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  const queryFn = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
  const queries = createQueryClient()
  await expect(queries.fetchQuery({ queryKey: ['any'], queryFn, retry: queryRetry(queries) })).rejects.toThrow()
  expect(queryFn).toHaveBeenCalledTimes(online ? 2 : 1)
  vi.restoreAllMocks()
})

it.each<[string, unknown, number]>([
  ['a lost answer', new TypeError('Failed to fetch'), 2],
  ['a lost answer, as the client tells it', { code: '', message: 'TypeError: Load failed' }, 2],
  ['an answer of a proxy', { code: '', message: 'Bad Gateway' }, 2],
  ['an answer that did not come in time', new DOMException('', 'TimeoutError'), 1],
  ['a refusal', { code: '42501', message: 'permission denied' }, 1],
  ['an auth call without an answer', Object.assign(new Error('x'), { name: 'AuthRetryableFetchError' }), 1],
])('repeats a write only after a lost answer: %s', async (_, error, times) => {
  const mutationFn = vi.fn(async () => Promise.reject(error))
  await expect(write(mutationFn)).rejects.toBe(error)
  expect(mutationFn).toHaveBeenCalledTimes(times)
})

it('reports a write whose first answer was lost as done', async () => {
  const mutationFn = vi.fn(async () => 'stored').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(write(mutationFn)).resolves.toBe('stored')
})

it('does not repeat a write when offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const mutationFn = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(write(mutationFn)).rejects.toThrow()
  expect(mutationFn).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
})

function write(mutationFn: () => Promise<unknown>): Promise<unknown> {
  const queries = createQueryClient()
  return queries.getMutationCache().build(queries, { mutationFn }).execute(undefined)
}

// fetchQuery itself never retries unless configured to.
function queryRetry(queries: ReturnType<typeof createQueryClient>) {
  const { retry } = queries.getDefaultOptions().queries ?? {}
  if (retry === undefined) throw new Error('no retry policy')
  return retry as (failures: number, error: Error) => boolean
}
