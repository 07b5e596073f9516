import { expect, it } from 'vitest'
import { memoryWaitingStore } from '../../testing/memory-waiting-store.ts'
import type { CatchFields } from './catch-mutations.ts'
import {
  changeWaiting,
  deleteWaiting,
  followWaiting,
  forgetWaiting,
  heldPhoto,
  keepCatch,
  sweepPhotos,
  waitingCatches,
} from './waiting-queue.ts'
import { heldPath, MOST_WAITING } from './waiting-record.ts'

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
  path: null,
})

it('keeps catches in the order written, and one that is saved twice once', async () => {
  const store = memoryWaitingStore()
  await keepCatch(TOM, 'b', fields('first'), null, store)
  await Promise.all([
    keepCatch(TOM, 'a', fields('second'), null, store),
    keepCatch(TOM, 'a', fields('second'), null, store),
  ])
  expect((await waitingCatches(TOM, store)).map((one) => one.fields.words)).toEqual(['first', 'second'])
})

it(`keeps ${MOST_WAITING} catches of a member, refuses one more, and still changes those`, async () => {
  const store = memoryWaitingStore()
  for (let n = 0; n < MOST_WAITING; n += 1) await keepCatch(TOM, `${n}`, fields(`${n}`), null, store)
  await expect(keepCatch(TOM, 'more', fields('more'), null, store)).rejects.toMatchObject({ reason: 'full' })
  await keepCatch(FINN, 'his', fields('his'), null, store)
  await changeWaiting(TOM, '7', fields('seven'), store)
  const words = (await waitingCatches(TOM, store)).map((one) => one.fields.words)
  expect([words.length, words[7]]).toEqual([MOST_WAITING, 'seven'])
})

it('says that a browser cannot keep it when the storage is missing or full', async () => {
  const store = { ...memoryWaitingStore(), add: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
  await expect(keepCatch(TOM, 'a', fields('first'), null, store)).rejects.toMatchObject({ reason: 'storage' })
})

it('shows, changes and deletes nothing of another member', async () => {
  const store = memoryWaitingStore()
  await keepCatch(TOM, 'a', fields('of Tom'), null, store)
  expect(await waitingCatches(FINN, store)).toEqual([])
  await expect(changeWaiting(FINN, 'a', fields('of Finn'), store)).rejects.toMatchObject({ reason: 'gone' })
  await deleteWaiting(FINN, 'a', store)
  await forgetWaiting(FINN, store)
  expect((await waitingCatches(TOM, store)).map((one) => one.fields.words)).toEqual(['of Tom'])
})

it('deletes a catch with its photo, and one that may have been stored only once that was deleted too', async () => {
  const store = memoryWaitingStore()
  await store.keepPhoto(photo('p', TOM))
  await keepCatch(TOM, 'a', fields('with photo', { photo_path: heldPath('p') }), null, store)
  await keepCatch(TOM, 'b', fields('sent'), fields('sent'), store)
  await deleteWaiting(TOM, 'a', store)
  await deleteWaiting(TOM, 'b', store)
  expect(store.photos.size).toBe(0)
  expect(await waitingCatches(TOM, store)).toEqual([])
  expect((await store.list(TOM)).map(({ requestId, removed }) => [requestId, removed])).toEqual([['b', true]])
  await expect(changeWaiting(TOM, 'b', fields('again'), store)).rejects.toMatchObject({ reason: 'gone' })
})

it('sends a corrected catch with its request, and with a new one when the old one stands for something else', async () => {
  const store = memoryWaitingStore()
  await keepCatch(TOM, 'a', fields('one'), null, store)
  await keepCatch(TOM, 'b', fields('two'), fields('two'), store)
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
  await keepCatch(TOM, 'a', fields('of today'), null, store)
  const today = store.catches.get('a')
  if (today) store.catches.set('b', { ...today, requestId: 'b', version: 2 })
  expect((await waitingCatches(TOM, store)).map(({ requestId }) => requestId)).toEqual(['a'])
  await deleteWaiting(TOM, 'b', store)
  expect(store.catches.has('b')).toBe(true)
})

it('deletes photos of discarded forms after a day, and everything with the account', async () => {
  const store = memoryWaitingStore()
  const yesterday = Date.now() - 90_000_000
  for (const id of ['named', 'left']) await store.keepPhoto(photo(id, TOM, yesterday))
  await store.keepPhoto(photo('new', TOM))
  await store.keepPhoto(photo('his', FINN, yesterday))
  await keepCatch(TOM, 'a', fields('with photo', { photo_path: heldPath('named') }), null, store)
  await sweepPhotos(TOM, store)
  expect([...store.photos.keys()]).toEqual(['named', 'new', 'his'])
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
  await keepCatch(TOM, 'a', fields('first'), null, store)
  expect(changes).toBe(1)
  end()
  await keepCatch(TOM, 'b', fields('second'), null, store)
  expect(changes).toBe(1)
})
