import { afterEach, expect, it, vi } from 'vitest'
import { KEPT_PHOTOS } from '../../lib/worker-messages.ts'
import { tidy } from './kept-tidy.ts'
import { tidyPhotos } from './tidy-photos.ts'

vi.mock('./kept-tidy.ts', () => ({ tidy: vi.fn(async () => {}) }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.mocked(tidy).mockClear()
})

it('tidies up whenever something may be kept, also what only the worker has stored', async () => {
  vi.stubGlobal('indexedDB', { databases: async () => [{ name: KEPT_PHOTOS, version: 1 }] })
  tidyPhotos('tom')
  await vi.waitFor(() => expect(tidy).toHaveBeenCalledWith('tom'))
})

it('loads nothing for it otherwise', async () => {
  const databases = vi.fn(async () => [{ name: 'other', version: 1 }])
  vi.stubGlobal('indexedDB', { databases })
  tidyPhotos('tom')
  await vi.waitFor(() => expect(databases).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve))
  expect(tidy).not.toHaveBeenCalled()
})
