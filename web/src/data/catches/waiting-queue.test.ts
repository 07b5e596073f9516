import { afterEach, expect, it, vi } from 'vitest'
import { alreadyDrawn } from '../../lib/photo/photo-shrink.ts'
import { memoryWaitingStore } from '../../testing/memory-waiting-store.ts'
import type { CatchFields } from './catch-mutations.ts'
import {
  changeWaiting,
  deleteWaiting,
  dropCatch,
  followWaiting,
  forgetWaiting,
  heldPhoto,
  holdWaiting,
  keepCatch,
  releaseWaiting,
  sweepPhotos,
  tellWaiting,
  waitingCatches,
} from './waiting-queue.ts'
import { heldPath, MOST_WAITING } from './waiting-record.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Local or session storage, which Node has not. */
class Storage {
  [key: string]: unknown
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  }
  setItem(key: string, value: string) {
    this[key] = value
  }
  removeItem(key: string) {
    delete this[key]
  }
}

/** @returns the keys that it holds. */
function stubStorage(name: 'localStorage' | 'sessionStorage', rows: Record<string, string> = {}) {
  const storage = Object.assign(new Storage(), rows)
  vi.stubGlobal(name, storage)
  return () => Object.keys(storage)
}

const NOTED = ['bankside-waiting-tom']

const TOM = 'tom'
const FINN = 'finn'

const fields = (words: string, change: Partial<CatchFields> = {}): CatchFields => ({
  grams: 14_742,
  caught_on: '2026-11-29',
  variety: 'mirror',
  visibility: 'connections',
  words,
  photo_path: null,
  ...change,
})

const photo = (id: string, userId: string, heldAt = Date.now()) => ({
  id,
  userId,
  blob: new Blob(['photo'], { type: 'image/jpeg' }),
  heldAt,
})

it('keeps catches in the order written, and one that is saved twice once', async () => {
  const store = memoryWaitingStore()
  await keepCatch(TOM, { requestId: 'b', fields: fields('first'), sent: null }, store)
  await Promise.all([
    keepCatch(TOM, { requestId: 'a', fields: fields('second'), sent: null }, store),
    keepCatch(TOM, { requestId: 'a', fields: fields('second'), sent: null }, store),
  ])
  expect((await waitingCatches(TOM, store)).map((one) => one.fields.words)).toEqual(['first', 'second'])
})

it(`keeps ${MOST_WAITING} catches of a member, refuses one more, and still changes those`, async () => {
  const store = memoryWaitingStore()
  for (let n = 0; n < MOST_WAITING; n += 1)
    await keepCatch(TOM, { requestId: `${n}`, fields: fields(`${n}`), sent: null }, store)
  await expect(keepCatch(TOM, { requestId: 'more', fields: fields('more'), sent: null }, store)).rejects.toMatchObject({
    reason: 'full',
  })
  await keepCatch(FINN, { requestId: 'his', fields: fields('his'), sent: null }, store)
  await changeWaiting(TOM, '7', fields('seven'), store)
  const words = (await waitingCatches(TOM, store)).map((one) => one.fields.words)
  expect([words.length, words[7]]).toEqual([MOST_WAITING, 'seven'])
})

it('says that a browser cannot keep it when the storage is missing or full', async () => {
  const store = { ...memoryWaitingStore(), add: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
  await expect(keepCatch(TOM, { requestId: 'a', fields: fields('first'), sent: null }, store)).rejects.toMatchObject({
    reason: 'storage',
  })
})

it('shows, changes and deletes nothing of another member', async () => {
  const store = memoryWaitingStore()
  await keepCatch(TOM, { requestId: 'a', fields: fields('of Tom'), sent: null }, store)
  expect(await waitingCatches(FINN, store)).toEqual([])
  await expect(changeWaiting(FINN, 'a', fields('of Finn'), store)).rejects.toMatchObject({ reason: 'gone' })
  await expect(deleteWaiting(FINN, 'a', store)).rejects.toMatchObject({ reason: 'gone' })
  await forgetWaiting(FINN, store)
  expect((await waitingCatches(TOM, store)).map((one) => one.fields.words)).toEqual(['of Tom'])
})

it('deletes a catch with its photo, and one that may have been stored only once that was deleted too', async () => {
  const store = memoryWaitingStore()
  await store.keepPhoto(photo('p', TOM))
  await keepCatch(
    TOM,
    { requestId: 'a', fields: fields('with photo', { photo_path: heldPath('p') }), sent: null },
    store,
  )
  await keepCatch(TOM, { requestId: 'b', fields: fields('sent'), sent: fields('sent') }, store)
  await deleteWaiting(TOM, 'a', store)
  await deleteWaiting(TOM, 'b', store)
  expect(store.photos.size).toBe(0)
  expect(await waitingCatches(TOM, store)).toEqual([])
  expect((await store.list(TOM)).map(({ requestId, removed }) => [requestId, removed])).toEqual([['b', true]])
  await expect(changeWaiting(TOM, 'b', fields('again'), store)).rejects.toMatchObject({ reason: 'gone' })
})

it('deletes only what waits here when other values are known to be stored', async () => {
  const store = memoryWaitingStore()
  await keepCatch(TOM, { requestId: 'a', fields: fields('here'), sent: fields('here') }, store)
  await store.update(TOM, 'a', (now) => ({ ...now, refusal: 'CT003' }))
  await deleteWaiting(TOM, 'a', store)
  expect(await store.list(TOM)).toEqual([])
})

it('lets a catch go unless another tab has held it since', async () => {
  const store = memoryWaitingStore()
  await keepCatch(TOM, { requestId: 'a', fields: fields('one'), sent: null }, store)
  const [here, there] = [Date.now() + 60_000, Date.now() + 90_000]
  await holdWaiting(TOM, 'a', here, store)
  await holdWaiting(TOM, 'a', there, store)
  await releaseWaiting(TOM, 'a', here, store)
  expect(store.catches.get('a')?.heldUntil).toBe(there)
  await releaseWaiting(TOM, 'a', there, store)
  expect(store.catches.get('a')?.heldUntil).toBe(0)
})

it('sends a corrected catch with its request, and with a new one when the old one stands for something else', async () => {
  const store = memoryWaitingStore()
  await keepCatch(TOM, { requestId: 'a', fields: fields('one'), sent: null }, store)
  await keepCatch(TOM, { requestId: 'b', fields: fields('two'), sent: fields('two') }, store)
  for (const [id, code] of [
    ['a', 'CT001'],
    ['b', 'CT004'],
  ] as const)
    await store.update(TOM, id, (now) => ({ ...now, refusal: code }))
  await changeWaiting(TOM, 'a', fields('one, corrected'), store)
  await changeWaiting(TOM, 'b', fields('two, corrected'), store)
  const [one, two] = await waitingCatches(TOM, store)
  expect(one).toMatchObject({ requestId: 'a', refusal: null })
  expect(two).toMatchObject({ refusal: null, sent: null, fields: { words: 'two, corrected' } })
  expect(two?.requestId).not.toBe('b')
})

it('leaves records of a later version of the app alone', async () => {
  const store = memoryWaitingStore()
  await keepCatch(TOM, { requestId: 'a', fields: fields('of today'), sent: null }, store)
  const today = store.catches.get('a')
  if (today) store.catches.set('b', { ...today, requestId: 'b', version: 2 })
  expect((await waitingCatches(TOM, store)).map(({ requestId }) => requestId)).toEqual(['a'])
  await expect(deleteWaiting(TOM, 'b', store)).rejects.toMatchObject({ reason: 'gone' })
  expect(store.catches.has('b')).toBe(true)
})

it('notes that something waits before it is stored, and for as long as a catch of any version does', async () => {
  const noted = stubStorage('localStorage')
  const store = memoryWaitingStore()
  const { add } = store
  store.add = async (one, most) => {
    expect(noted()).toEqual(NOTED)
    return await add(one, most)
  }
  await keepCatch(TOM, { requestId: 'a', fields: fields('of today'), sent: null }, store)
  const today = store.catches.get('a')
  if (today) store.catches.set('b', { ...today, requestId: 'b', version: 2 })
  await deleteWaiting(TOM, 'a', store)
  expect(noted()).toEqual(NOTED)
  store.catches.clear()
  await tellWaiting(TOM, store)
  expect(noted()).toEqual([])
})

it('notes nothing when nothing could be stored, and counts as kept what only could not be told', async () => {
  const noted = stubStorage('localStorage')
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const broken = { ...memoryWaitingStore(), add: full }
  await keepCatch(TOM, { requestId: 'a', fields: fields('first'), sent: null }, broken).catch(() => {})
  expect(noted()).toEqual([])
  await keepCatch(
    TOM,
    { requestId: 'a', fields: fields('first'), sent: null },
    { ...memoryWaitingStore(), count: full },
  )
  expect(noted()).toEqual(NOTED)
})

it('asks for storage that lasts when the first catch is kept, and not with each one', async () => {
  stubStorage('localStorage')
  const persist = vi.fn(async () => true)
  vi.stubGlobal('navigator', { storage: { persist } })
  const store = memoryWaitingStore()
  for (const id of ['a', 'b']) await keepCatch(TOM, { requestId: id, fields: fields(id), sent: null }, store)
  expect(persist).toHaveBeenCalledTimes(1)
})

it('holds the photo of an uploaded path, which the service deletes after a day', async () => {
  const store = memoryWaitingStore()
  const chosen = alreadyDrawn(new File(['carp'], 'photo.webp', { type: 'image/webp' }))
  const kept = { requestId: 'a', fields: fields('one', { photo_path: 'tom/1.webp' }), sent: null, photo: chosen }
  await keepCatch(TOM, kept, store)
  const [one] = await waitingCatches(TOM, store)
  expect(one?.uploaded).toBe('tom/1.webp')
  expect(await (await heldPhoto(one?.fields.photo_path ?? '', store))?.text()).toBe('carp')
})

it('keeps the words, with the path, when there is no room for the photo', async () => {
  vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
  const store = memoryWaitingStore()
  store.keepPhoto = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const chosen = alreadyDrawn(new File(['carp'], 'photo.webp', { type: 'image/webp' }))
  const kept = { requestId: 'a', fields: fields('one', { photo_path: 'tom/1.webp' }), sent: null, photo: chosen }
  await keepCatch(TOM, kept, store)
  expect(await waitingCatches(TOM, store)).toMatchObject([
    { uploaded: null, fields: { words: 'one', photo_path: 'tom/1.webp' } },
  ])
})

it('does not forget what was sent first when a catch is kept once more', async () => {
  const store = memoryWaitingStore()
  await keepCatch(TOM, { requestId: 'a', fields: fields('first'), sent: fields('first') }, store)
  await keepCatch(TOM, { requestId: 'a', fields: fields('second'), sent: fields('second') }, store)
  expect(store.catches.get('a')).toMatchObject({ sent: fields('first'), fields: fields('second') })
})

it('uploads the photo again for a catch that becomes one more, and for another photo', async () => {
  const store = memoryWaitingStore()
  const withPhoto = fields('one', { photo_path: heldPath('p') })
  for (const id of ['a', 'b', 'c']) {
    await keepCatch(TOM, { requestId: id, fields: withPhoto, sent: null }, store)
    await store.update(TOM, id, (now) => ({ ...now, uploaded: 'tom/1.jpg', refusal: id === 'a' ? 'CT003' : '23514' }))
  }
  await changeWaiting(TOM, 'a', withPhoto, store)
  await changeWaiting(TOM, 'b', { ...withPhoto, words: 'corrected' }, store)
  await changeWaiting(TOM, 'c', { ...withPhoto, photo_path: heldPath('q') }, store)
  expect((await waitingCatches(TOM, store)).map(({ uploaded }) => uploaded)).toEqual([null, 'tom/1.jpg', null])
})

it('takes back what was kept while its request was under way, but not what was opened since', async () => {
  const store = memoryWaitingStore()
  for (const id of ['a', 'b'])
    await keepCatch(TOM, { requestId: id, fields: fields(id), sent: fields(id), heldUntil: Date.now() + 60_000 }, store)
  await changeWaiting(TOM, 'b', fields('changed'), store)
  for (const id of ['a', 'b']) await dropCatch(TOM, id, store)
  expect(await waitingCatches(TOM, store)).toMatchObject([{ fields: { words: 'changed' }, sent: { words: 'b' } }])
})

it('does not let an attempt that is under way remove what is opened after a tab was closed with it', async () => {
  const store = memoryWaitingStore()
  await keepCatch(TOM, { requestId: 'a', fields: fields('one'), sent: null }, store)
  await holdWaiting(TOM, 'a', Date.now() - 1, store)
  const before = store.catches.get('a')?.revision ?? 0
  await holdWaiting(TOM, 'a', Date.now() + 60_000, store)
  expect(store.catches.get('a')?.revision).toBe(before + 1)
  await holdWaiting(TOM, 'a', Date.now() + 90_000, store)
  expect(store.catches.get('a')?.revision).toBe(before + 1)
})

it('deletes photos of discarded forms after a week, and everything with the account', async () => {
  const store = memoryWaitingStore()
  const yesterday = Date.now() - 90_000_000
  const lastWeek = Date.now() - 7 * 90_000_000
  stubStorage('sessionStorage', {
    'bankside-words-tom-catch': JSON.stringify({ values: { photoPath: heldPath('d4af7') } }),
    'bankside-words-finn-catch': JSON.stringify({ values: { photoPath: heldPath('left') } }),
  })
  for (const id of ['named', 'left', 'd4af7']) await store.keepPhoto(photo(id, TOM, lastWeek))
  await store.keepPhoto(photo('new', TOM, yesterday))
  await store.keepPhoto(photo('his', FINN, lastWeek))
  await keepCatch(
    TOM,
    { requestId: 'a', fields: fields('with photo', { photo_path: heldPath('named') }), sent: null },
    store,
  )
  await sweepPhotos(TOM, store)
  expect([...store.photos.keys()]).toEqual(['named', 'd4af7', 'new', 'his'])
  expect(await (await heldPhoto(heldPath('named'), store))?.text()).toBe('photo')
  await forgetWaiting(TOM, store)
  expect([[...store.catches.keys()], [...store.photos.keys()]]).toEqual([[], ['his']])
})

it('tells this tab of a change once', async () => {
  const store = memoryWaitingStore()
  let changes = 0
  const end = followWaiting(() => {
    changes += 1
  })
  await keepCatch(TOM, { requestId: 'a', fields: fields('first'), sent: null }, store)
  expect(changes).toBe(1)
  end()
  await keepCatch(TOM, { requestId: 'b', fields: fields('second'), sent: null }, store)
  expect(changes).toBe(1)
})
