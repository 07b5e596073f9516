import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { againIfLost } from './answer-lost.ts'

const lost = new TypeError('Failed to fetch')
beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => {
  vi.unstubAllGlobals()
})

it('makes a request once more when its answer was lost', async () => {
  const ask = vi.fn(async () => 'stored').mockRejectedValueOnce(lost)
  await expect(againIfLost(ask)).resolves.toBe('stored')
  expect(ask).toHaveBeenCalledTimes(2)
})

it('gives up after the second loss', async () => {
  const ask = vi.fn(async () => Promise.reject(lost))
  await expect(againIfLost(ask)).rejects.toBe(lost)
  expect(ask).toHaveBeenCalledTimes(2)
})

it.each<[string, unknown, boolean]>([
  ['refused', { code: '42501', message: 'permission denied' }, true],
  ['offline', lost, false],
])('makes no second request when it is %s', async (_, error, onLine) => {
  vi.stubGlobal('navigator', { onLine })
  const ask = vi.fn(async () => Promise.reject(error))
  await expect(againIfLost(ask)).rejects.toBe(error)
  expect(ask).toHaveBeenCalledTimes(1)
})
