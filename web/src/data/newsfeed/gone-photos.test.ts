import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followGone, withPlaces } from './gone-photos.ts'

const ask = vi.fn<typeof fetch>()
beforeEach(() => {
  ask.mockReset()
  vi.stubGlobal('fetch', ask)
})
afterEach(() => vi.unstubAllGlobals())

const stored = (...statuses: number[]) => {
  for (const status of statuses) ask.mockResolvedValueOnce(new Response(null, { status }))
}
const gone = vi.fn()

it('names the places of the photos that are no longer stored, and tells who follows it', async () => {
  const stop = followGone(gone)
  stored(200, 400, 404)
  const refusal = await withPlaces({ code: 'FL001', details: null as string | null }, ['a', 'b', 'c'])
  expect(refusal).toEqual({ code: 'FL001', details: '2 and 3' })
  expect(gone.mock.calls).toEqual([[['b', 'c']]])
  expect(ask.mock.calls.map(([url, init]) => [url, init?.method])).toEqual([
    ['a', 'HEAD'],
    ['b', 'HEAD'],
    ['c', 'HEAD'],
  ])
  stop()
  stored(400, 400, 400)
  expect((await withPlaces({ details: '' }, ['a', 'b', 'c'])).details).toBe('1, 2 and 3')
  expect(gone).toHaveBeenCalledTimes(1)
})

it('leaves the refusal as it is without an answer', async () => {
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  stored(502)
  const refusal = { code: 'FL001', details: null }
  expect(await withPlaces(refusal, ['a', 'b'])).toBe(refusal)
  expect(refusal.details).toBeNull()
})
