import { afterEach, expect, it, vi } from 'vitest'
import { askOffers, loadOffers, readOffers } from './offers.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [{ url: '', publishableKey: 'k' }, false, false, false],
  [{ fetchPicture: true }, true, false, false],
  [{ fetchPicture: 'true', removesLeftFiles: 1, ownPictures: {} }, false, false, false],
  [{ removesLeftFiles: true }, false, true, false],
  [{ ownPictures: true }, false, false, true],
  [null, false, false, false],
])(
  'the settings %j offer pictures by address: %s, removal of files: %s, pictures of one’s own: %s',
  (file, fetchPicture, removesLeftFiles, ownPictures) => {
    expect(readOffers(file)).toEqual({ fetchPicture, removesLeftFiles, ownPictures })
  },
)

it('settings that cannot be read offer nothing', async () => {
  const nothing = { fetchPicture: false, removesLeftFiles: false, ownPictures: false }
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
  expect(await loadOffers()).toEqual(nothing)
  await expect(askOffers()).rejects.toThrow('offline')
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 404 }))
  expect(await loadOffers()).toEqual(nothing)
  await expect(askOffers()).rejects.toThrow('404')
  const all = { fetchPicture: true, removesLeftFiles: true, ownPictures: true }
  vi.stubGlobal('fetch', async () => Response.json(all))
  expect(await loadOffers()).toEqual(all)
  expect(await askOffers()).toEqual(all)
})
