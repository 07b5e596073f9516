// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MemoryKeptStore, memoryKeptStore } from '../../testing/memory-kept-store.ts'
import { keepPhoto } from './kept-photos.ts'
import { KEPT_MS, MOST_KEPT, SHARE_MS } from './kept-record.ts'
import { tidy } from './kept-tidy.ts'
import { holdPhotos } from './kept-use.ts'

const NOW = 1_800_000_000_000
let store: MemoryKeptStore
let release = () => {}

beforeEach(() => {
  store = memoryKeptStore()
  localStorage.setItem('bankside-owner', 'tom')
})
afterEach(() => {
  release()
  sessionStorage.clear()
  localStorage.clear()
})

function add(id: string, userId: string, age = 0) {
  store.photos.set(id, {
    id,
    userId,
    name: '',
    blob: new Blob(['x']),
    drawn: true,
    shared: userId === '',
    keptAt: NOW - age,
  })
}

it('deletes what other members have kept, and leaves what waits to be taken', async () => {
  add('toms', 'tom')
  add('finns', 'finn')
  add('shared', '')
  await tidy('tom', store, NOW)
  expect([...store.photos.keys()]).toEqual(['toms', 'shared'])
})

it('deletes for a guest only what is old: a session may have ended while its member wrote', async () => {
  add('new', 'tom', KEPT_MS - 1)
  add('old', 'tom', KEPT_MS + 1)
  await tidy(undefined, store, NOW)
  expect([...store.photos.keys()]).toEqual(['new'])
})

it('deletes a photo after three days, unless a draft of this tab names it or another tab has it', async () => {
  expect(KEPT_MS).toBe(3 * 24 * 3_600_000)
  for (const id of ['old', 'named', 'used']) add(id, 'tom', KEPT_MS + 1)
  add('new', 'tom', KEPT_MS - 1)
  sessionStorage.setItem('bankside-words-tom-post', JSON.stringify({ values: { photos: ['#named'] } }))
  release = holdPhotos(['used'])
  await tidy('tom', store, NOW)
  expect([...store.photos.keys()].sort()).toEqual(['named', 'new', 'used'])
})

it('deletes a share that nobody has taken within an hour', async () => {
  add('shared', '')
  const leftOut = { many: 0, large: 0, other: 0 }
  const share = { words: '', leftOut, taken: false }
  store.shares.set('old', { ...share, id: 'old', photos: ['shared'], sharedAt: NOW - SHARE_MS - 1 })
  store.shares.set('new', { ...share, id: 'new', photos: [], sharedAt: NOW - SHARE_MS + 1 })
  await tidy('tom', store, NOW)
  expect([...store.shares.keys()]).toEqual(['new'])
  expect(store.photos.size).toBe(0)
})

it('keeps no more of a member than their number and bytes allow, and a later form of what it has', async () => {
  const keep = (id: string, size = 1) =>
    keepPhoto(
      { userId: 'tom', id, file: new File([new Uint8Array(size)], 'a.jpg'), drawn: false, shared: false },
      store,
    )
  for (let n = 0; n < MOST_KEPT.photos; n += 1) expect(await keep(String(n))).toBe(true)
  expect(await keep('more')).toBe(false)
  expect(await keep('1', 2)).toBe(true)
  expect(store.photos.get('1')?.blob.size).toBe(2)
  store.photos.clear()
  for (let n = 0; n < 3; n += 1) expect(await keep(String(n), 20 * 1024 * 1024)).toBe(true)
  expect(await keep('more')).toBe(false)
  expect(await keep('large', 20 * 1024 * 1024 + 1)).toBe(false)
})

it('works as before where the storage is full or forbidden', async () => {
  store.keep = async () => Promise.reject(new DOMException('no', 'QuotaExceededError'))
  const file = new File(['x'], 'a.jpg')
  expect(await keepPhoto({ userId: 'tom', id: 'a', file, drawn: false, shared: false }, store)).toBe(false)
})

it('gives a member of what was shared no more than there is room for', async () => {
  const leftOut = { many: 0, large: 0, other: 0 }
  for (let n = 0; n < 4; n += 1) {
    const photos = Array.from({ length: 6 }, (_, at) => `${n}-${at}`)
    for (const id of photos) add(id, '')
    store.shares.set(`s${n}`, { id: `s${n}`, words: '', photos, leftOut, sharedAt: NOW, taken: false })
  }
  const taken = []
  for (let n = 0; n < 4; n += 1) taken.push(...((await store.takeShare(`s${n}`, 'tom', 0, MOST_KEPT))?.photos ?? []))
  expect(taken.filter(({ kept }) => kept)).toHaveLength(MOST_KEPT.photos)
  expect(taken.filter(({ kept }) => !kept)).toHaveLength(6)
  expect(store.photos.size).toBe(MOST_KEPT.photos)
})
