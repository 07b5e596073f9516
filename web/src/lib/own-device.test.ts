// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { selectionKey } from './kept-selection.ts'
import { deleteDataOfOthers, LAST_FEED, TIME_ZONE_KEPT } from './own-device.ts'

const TOM = '11111111-1111-4111-8111-111111111111'
const FINN = '22222222-2222-4222-8222-222222222222'
const dropped = vi.fn(async (_name: string) => true)

beforeEach(() => vi.stubGlobal('caches', { delete: dropped }))
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  dropped.mockClear()
  vi.unstubAllGlobals()
})

async function tomWasHere() {
  await deleteDataOfOthers(TOM)
  localStorage.setItem(LAST_FEED, 'feed')
  localStorage.setItem(TIME_ZONE_KEPT, 'yes')
  sessionStorage.setItem(`bankside-newsfeed-${TOM}-post`, 'words')
  sessionStorage.setItem(`bankside-gift-${TOM}-${FINN}`, 'gift')
  dropped.mockClear()
}

it('keeps everything when the same member signs in again', async () => {
  await tomWasHere()
  await deleteDataOfOthers(TOM)
  expect([localStorage.getItem(LAST_FEED), sessionStorage.length]).toEqual(['feed', 2])
  expect(localStorage.getItem(TIME_ZONE_KEPT)).toBe('yes')
  expect(dropped).not.toHaveBeenCalled()
})

it('deletes feed and photos at sign-out, and keeps drafts for their writer', async () => {
  await tomWasHere()
  await deleteDataOfOthers(undefined)
  expect([localStorage.getItem(LAST_FEED), sessionStorage.length]).toEqual([null, 2])
  expect(JSON.stringify({ ...localStorage })).not.toContain(TOM)
  expect(localStorage.getItem(TIME_ZONE_KEPT)).toBeNull()
  expect(dropped).toHaveBeenCalledWith('bankside-photos')
})

it('deletes selections at sign-out, but not while their admin is signed in', async () => {
  await tomWasHere()
  const key = selectionKey(TOM, 'members')
  sessionStorage.setItem(key, '[]')
  await deleteDataOfOthers(TOM)
  expect(sessionStorage.getItem(key)).toBe('[]')
  await deleteDataOfOthers(undefined)
  expect(sessionStorage.getItem(key)).toBeNull()
  await tomWasHere()
  sessionStorage.setItem(key, '[]')
  await deleteDataOfOthers(FINN)
  expect(sessionStorage.getItem(key)).toBeNull()
})

it('leaves nothing for another member', async () => {
  await tomWasHere()
  sessionStorage.setItem('bankside-scroll', '{}')
  sessionStorage.setItem(`bankside-newsfeed-${FINN}-post`, 'own words')
  await deleteDataOfOthers(FINN)
  expect(localStorage.getItem(LAST_FEED)).toBeNull()
  expect(localStorage.getItem(TIME_ZONE_KEPT)).toBeNull()
  expect(Object.keys(sessionStorage).sort()).toEqual([`bankside-newsfeed-${FINN}-post`, 'bankside-scroll'])
  expect(dropped).toHaveBeenCalledTimes(1)
})

it('works without storage', async () => {
  vi.stubGlobal('caches', undefined)
  await expect(deleteDataOfOthers(TOM)).resolves.toBeUndefined()
})
