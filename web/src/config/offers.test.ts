import { afterEach, expect, it, vi } from 'vitest'
import { loadOffers, readOffers } from './offers.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [{ url: '', publishableKey: 'k' }, false, false],
  [{ fetchPicture: true }, true, false],
  [{ fetchPicture: 'true', removesLeftFiles: 1 }, false, false],
  [{ removesLeftFiles: true }, false, true],
  [null, false, false],
])('the settings %j offer pictures by address: %s, removal of files: %s', (file, fetchPicture, removesLeftFiles) => {
  expect(readOffers(file)).toEqual({ fetchPicture, removesLeftFiles })
})

it('settings that cannot be read offer nothing', async () => {
  const nothing = { fetchPicture: false, removesLeftFiles: false }
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
  expect(await loadOffers()).toEqual(nothing)
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 404 }))
  expect(await loadOffers()).toEqual(nothing)
  vi.stubGlobal('fetch', async () => Response.json({ fetchPicture: true, removesLeftFiles: true }))
  expect(await loadOffers()).toEqual({ fetchPicture: true, removesLeftFiles: true })
})
