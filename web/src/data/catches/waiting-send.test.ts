import { beforeEach, expect, it, vi } from 'vitest'
import { PhotoError } from '../../lib/photo/photo-error.ts'
import { alreadyDrawn } from '../../lib/photo/photo-shrink.ts'
import { type MemoryWaitingStore, memoryWaitingStore } from '../../testing/memory-waiting-store.ts'
import type { CatchFields } from './catch-mutations.ts'
import { changeWaiting, deleteWaiting, holdWaiting, keepCatch, openWaiting } from './waiting-queue.ts'
import { heldPath, isSameCatch } from './waiting-record.ts'
import { PHOTO_NO_SPACE, PHOTO_REFUSED, type SendingTools, sendWaiting } from './waiting-send.ts'

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

const failure = (code: string) => Object.assign(new Error(code), { code })
const LOST = failure('')

/** The service: a row for each request, as log_catch makes it. */
class Service implements SendingTools {
  rows = new Map<string, CatchFields>()
  signedIn: string | undefined = TOM
  uploads = 0
  /** Called before a row is stored; it may refuse. */
  before: (fields: CatchFields) => unknown = () => undefined
  /** Called after a row was stored; it may lose the answer. */
  after: (fields: CatchFields) => unknown = () => undefined
  store = async (_photo: File): Promise<void> => undefined

  token = async (userId: string) => (this.signedIn === userId ? `token of ${userId}` : undefined)

  log = async (token: string, requestId: string, sent: CatchFields) => {
    expect(token).toBe('token of tom')
    const row = this.rows.get(requestId)
    if (row && !isSameCatch(row, sent)) throw failure('CT003')
    if (!row) {
      await this.before(sent)
      this.rows.set(requestId, sent)
    }
    await this.after(sent)
    return { id: requestId, is_best: sent.grams > 20_000, gain: null, best_before: null, best_on: null }
  }

  change = async (_token: string, id: string, now: CatchFields) => void this.rows.set(id, now)

  remove = async (_token: string, requestId: string) => void this.rows.delete(requestId)

  upload = async (userId: string, photo: File) => {
    await this.store(photo)
    this.uploads += 1
    return `${userId}/${this.uploads}.jpg`
  }

  words = () => [...this.rows.values()].map(({ words }) => words)
}

let store: MemoryWaitingStore
let service: Service
const send = () => sendWaiting(TOM, store, service)
const keep = (id: string, words = id, change?: Partial<CatchFields>) =>
  keepCatch(TOM, { requestId: id, fields: fields(words, change), sent: null }, store)
const holdAPhoto = () => store.keepPhoto({ id: 'p', userId: TOM, blob: new Blob(['carp']), heldAt: Date.now() })

beforeEach(() => {
  store = memoryWaitingStore()
  service = new Service()
})

it('sends all in the order written, and what is added meanwhile', async () => {
  for (const id of ['c', 'a', 'b']) await keep(id)
  service.after = async ({ words }) => words === 'b' && (await keep('late'))
  expect(await send()).toEqual({ sent: 4, refused: 0, bests: 0, end: 'all' })
  expect(service.words()).toEqual(['c', 'a', 'b', 'late'])
  expect(store.catches.size).toBe(0)
})

it('sends a catch without an answer again with the same request, as one row', async () => {
  await keep('a')
  service.after = () => {
    throw LOST
  }
  expect(await send()).toMatchObject({ sent: 0, end: 'line' })
  service.after = () => undefined
  expect(await send()).toMatchObject({ sent: 1, end: 'all' })
  expect(service.words()).toEqual(['a'])
})

it('makes one row in two tabs at once', async () => {
  for (const id of ['a', 'b', 'c']) await keep(id)
  await Promise.all([send(), send()])
  expect(service.words().sort()).toEqual(['a', 'b', 'c'])
  expect(store.catches.size).toBe(0)
})

it('changes the stored catch when it was changed after an attempt without an answer', async () => {
  await keep('a', 'as sent')
  service.after = () => {
    throw LOST
  }
  await send()
  await changeWaiting(TOM, 'a', fields('as changed'), store)
  service.after = () => undefined
  expect(await send()).toMatchObject({ sent: 1 })
  expect([...service.rows]).toEqual([['a', fields('as changed')]])
})

it('sends the new values when those without an answer never arrived and would be refused', async () => {
  await keepCatch(TOM, { requestId: 'a', fields: fields('tomorrow'), sent: fields('tomorrow') }, store)
  service.before = ({ words }) => {
    if (words === 'tomorrow') throw failure('CT001')
  }
  await changeWaiting(TOM, 'a', fields('today'), store)
  expect(await send()).toMatchObject({ sent: 1, refused: 0 })
  expect(service.words()).toEqual(['today'])
})

it('stores a change that is made while it is being sent', async () => {
  await keep('a', 'first')
  let changed = false
  service.after = async () => {
    if (changed) return
    changed = true
    await changeWaiting(TOM, 'a', fields('second'), store)
  }
  expect(await send()).toMatchObject({ sent: 1, end: 'all' })
  expect(service.words()).toEqual(['second'])
})

it('deletes what an attempt without an answer has stored, when the catch was deleted since or meanwhile', async () => {
  await keep('a')
  await keep('b')
  service.after = async ({ words }) => {
    if (words === 'a') return await deleteWaiting(TOM, 'a', store)
    throw LOST
  }
  expect(await send()).toMatchObject({ end: 'line' })
  await deleteWaiting(TOM, 'b', store)
  expect(await send()).toMatchObject({ sent: 0, end: 'all' })
  expect([service.words(), store.catches.size]).toEqual([[], 0])
})

it('keeps a refused catch with its reason, sends the next one, and sends it again once it is corrected', async () => {
  await keep('a')
  await keep('b')
  service.before = ({ words }) => {
    if (words === 'a') throw failure('23514')
  }
  expect(await send()).toEqual({ sent: 1, refused: 1, bests: 0, end: 'all' })
  expect(await send()).toMatchObject({ sent: 0, refused: 0 })
  expect(store.catches.get('a')).toMatchObject({ refusal: '23514', fields: fields('a') })
  await changeWaiting(TOM, 'a', fields('corrected'), store)
  expect(await send()).toMatchObject({ sent: 1 })
  expect(service.words()).toEqual(['b', 'corrected'])
})

it.each([
  ['PT429', 'limit'],
  ['PGRST301', 'session'],
  ['42501', 'suspended'],
  ['57P01', 'line'],
  ['57014', 'line'],
  ['40001', 'line'],
  ['40P01', 'line'],
  ['55P03', 'line'],
  ['25006', 'line'],
  ['PGRST001', 'line'],
  ['PGRST202', 'line'],
  ['PGRST204', 'line'],
] as const)('lets everything wait after %s', async (code, end) => {
  await keep('a')
  await keep('b')
  service.before = () => {
    throw failure(code)
  }
  expect(await send()).toEqual({ sent: 0, refused: 0, bests: 0, end })
  expect([...store.catches.values()].map(({ refusal }) => refusal)).toEqual([null, null])
})

it.each(['TimeoutError', 'AbortError', 'QuotaExceededError'])(
  'lets everything wait after a %s of the browser',
  async (name) => {
    await keep('a')
    service.before = () => {
      throw new DOMException('', name)
    }
    expect(await send()).toMatchObject({ refused: 0, end: 'line' })
  },
)

it('sends nothing of another member, also when they sign in between two catches', async () => {
  await keep('a')
  await keep('b')
  service.after = () => {
    service.signedIn = FINN
  }
  expect(await send()).toEqual({ sent: 1, refused: 0, bests: 0, end: 'session' })
  expect(service.words()).toEqual(['a'])
  expect([...store.catches.keys()]).toEqual(['b'])
})

it('does not send what is open in the form', async () => {
  await keep('a')
  await keep('b')
  await holdWaiting(TOM, 'a', Date.now() + 60_000, store)
  await send()
  expect(service.words()).toEqual(['b'])
  await holdWaiting(TOM, 'a', 0, store)
  await send()
  expect(service.words()).toEqual(['b', 'a'])
})

it('does not send what is open in a form of this tab, also after its hold has run out', async () => {
  await keep('a')
  await keep('b')
  await holdWaiting(TOM, 'a', Date.now() - 1, store)
  const [close, closeAgain] = [openWaiting('a'), openWaiting('a')]
  await send()
  close()
  await send()
  expect(service.words()).toEqual(['b'])
  closeAgain()
  await send()
  expect(service.words()).toEqual(['b', 'a'])
})

it('keeps what was opened in the form while it was being sent until the form is closed', async () => {
  await keep('a', 'first')
  service.after = async () => {
    if (store.catches.get('a')?.heldUntil === 0) await holdWaiting(TOM, 'a', Date.now() + 60_000, store)
  }
  await send()
  expect(store.catches.size).toBe(1)
  service.after = () => undefined
  await changeWaiting(TOM, 'a', fields('second'), store)
  await send()
  expect([service.words(), store.catches.size]).toEqual([['second'], 0])
})

it('uploads a photo once, however often the catch is sent', async () => {
  await holdAPhoto()
  await keep('a', 'a', { photo_path: heldPath('p') })
  service.after = () => {
    throw LOST
  }
  await send()
  service.after = () => undefined
  await send()
  expect(service.uploads).toBe(1)
  expect(service.rows.get('a')).toEqual(fields('a', { photo_path: 'tom/1.jpg' }))
  expect(store.photos.size).toBe(0)
})

it('uploads a photo again when the service has removed it before the catch was sent', async () => {
  await holdAPhoto()
  await keep('a', 'a', { photo_path: heldPath('p') })
  service.before = ({ photo_path }) => {
    if (photo_path === 'tom/1.jpg') throw failure('FL001')
  }
  expect(await send()).toMatchObject({ sent: 1, refused: 0 })
  expect(service.rows.get('a')?.photo_path).toBe('tom/2.jpg')
})

it.each([
  [new PhotoError('network'), 'line', null],
  [new PhotoError('refused', {}, 429), 'photos', null],
  [new PhotoError('refused', {}, 401), 'session', null],
  [new PhotoError('refused', {}, 403), 'suspended', null],
  [new PhotoError('refused', {}, 413), 'all', PHOTO_NO_SPACE],
  [new PhotoError('damaged'), 'all', PHOTO_REFUSED],
] as const)('keeps photo and words when the upload fails: %s', async (error, end, refusal) => {
  await holdAPhoto()
  await keep('a', 'a', { photo_path: heldPath('p') })
  service.store = () => Promise.reject(error)
  expect(await send()).toMatchObject({ sent: 0, end })
  expect(store.catches.get('a')).toMatchObject({ refusal, fields: { words: 'a' } })
  expect(store.photos.size).toBe(1)
})

it('keeps a personal best to be told once', async () => {
  await keep('a', 'a', { grams: 25_000 })
  expect(await send()).toMatchObject({ sent: 1, bests: 1 })
  const [best] = await store.bests(TOM)
  expect(best).toMatchObject({ fields: { grams: 25_000 }, answer: { is_best: true } })
  expect(await store.bests(FINN)).toEqual([])
  const taken = await Promise.all([store.takeBest(best?.key ?? ''), store.takeBest(best?.key ?? '')])
  expect(taken).toEqual([true, false])
})

it.each([
  [new PhotoError('network'), 'line'],
  [new PhotoError('refused', {}, 429), 'photos'],
] as const)('sends the next catch when a photo does not get through, and that one later: %s', async (error, end) => {
  await holdAPhoto()
  await keep('a', 'a', { photo_path: heldPath('p') })
  await keep('b')
  service.store = () => Promise.reject(error)
  expect(await send()).toEqual({ sent: 1, refused: 0, bests: 0, end })
  service.store = async () => undefined
  expect(await send()).toMatchObject({ sent: 1, end: 'all' })
  expect(service.words()).toEqual(['b', 'a'])
})

it.each([
  ['cannot be read', { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }],
  ['is gone', undefined],
] as const)('refuses the photo of a catch that %s on this device, and sends the next catch', async (_case, blob) => {
  if (blob)
    await store.keepPhoto({ id: 'p', userId: TOM, blob: Object.assign(new Blob(['carp']), blob), heldAt: Date.now() })
  await keep('a', 'a', { photo_path: heldPath('p') })
  await keep('b')
  expect(await send()).toEqual({ sent: 1, refused: 1, bests: 0, end: 'all' })
  expect(store.catches.get('a')).toMatchObject({ refusal: PHOTO_REFUSED, fields: { words: 'a' } })
})

it('uploads a photo once, and says that the storage is full, when the path cannot be noted', async () => {
  await store.keepPhoto({ id: 'full', userId: TOM, blob: new Blob(['carp']), heldAt: Date.now() })
  await keep('full', 'full', { photo_path: heldPath('full') })
  const { update } = store
  store.update = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  expect(await send()).toMatchObject({ sent: 0, end: 'storage' })
  expect(await send()).toMatchObject({ sent: 0, end: 'storage' })
  expect([service.uploads, service.rows.size]).toEqual([1, 0])
  store.update = update
  expect(await send()).toMatchObject({ sent: 1, end: 'all' })
  expect([service.uploads, service.rows.get('full')?.photo_path]).toEqual([1, 'tom/1.jpg'])
})

it('writes no photo once more, and brings none back that was deleted while it was uploaded', async () => {
  await holdAPhoto()
  await keep('a', 'a', { photo_path: heldPath('p') })
  const kept = vi.spyOn(store, 'keepPhoto')
  service.store = () => deleteWaiting(TOM, 'a', store)
  expect(await send()).toMatchObject({ sent: 0, end: 'all' })
  expect([kept.mock.calls.length, store.photos.size, store.catches.size, service.rows.size]).toEqual([0, 0, 0, 0])
})

it('uploads a photo that was uploaded in the form again when the service has removed it', async () => {
  const photo = alreadyDrawn(new File(['carp'], 'photo.webp', { type: 'image/webp' }))
  const kept = fields('a', { photo_path: 'tom/0.webp' })
  await keepCatch(TOM, { requestId: 'a', fields: kept, sent: kept, photo }, store)
  service.before = ({ photo_path }) => {
    if (photo_path === 'tom/0.webp') throw failure('FL001')
  }
  expect(await send()).toMatchObject({ sent: 1, refused: 0 })
  expect([service.rows.get('a')?.photo_path, store.photos.size]).toEqual(['tom/1.jpg', 0])
})

it('says why a catch waits whose photo is gone after each upload', async () => {
  await holdAPhoto()
  await keep('a', 'a', { photo_path: heldPath('p') })
  service.before = () => {
    throw failure('FL001')
  }
  expect(await send()).toMatchObject({ sent: 0, refused: 1 })
  expect(store.catches.get('a')).toMatchObject({ refusal: 'FL001', uploaded: null })
  expect(store.photos.size).toBe(1)
})

it('remembers what is stored when the change of it is refused, and deletes that with the catch', async () => {
  await keepCatch(TOM, { requestId: 'a', fields: fields('stored'), sent: fields('stored') }, store)
  await changeWaiting(TOM, 'a', fields('refused'), store)
  service.change = () => Promise.reject(failure('23514'))
  expect(await send()).toMatchObject({ sent: 0, refused: 1 })
  expect(store.catches.get('a')).toMatchObject({ refusal: '23514', sent: fields('stored') })
  await deleteWaiting(TOM, 'a', store)
  expect(await send()).toMatchObject({ end: 'all' })
  expect([service.rows.size, store.catches.size]).toEqual([0, 0])
})

it('remembers that something is stored when it has other values', async () => {
  service.rows.set('a', fields('changed in the journal'))
  await keepCatch(TOM, { requestId: 'a', fields: fields('first'), sent: fields('first') }, store)
  expect(await send()).toMatchObject({ refused: 1 })
  expect(store.catches.get('a')).toMatchObject({ refusal: 'CT003', sent: fields('first') })
})

it('takes a change whose answer was lost as made', async () => {
  await keepCatch(TOM, { requestId: 'a', fields: fields('first'), sent: fields('first') }, store)
  await changeWaiting(TOM, 'a', fields('second'), store)
  const { change } = service
  service.change = async (...given) => {
    await change(...given)
    throw LOST
  }
  expect(await send()).toMatchObject({ sent: 0, end: 'line' })
  expect(await send()).toMatchObject({ sent: 1, refused: 0, end: 'all' })
  expect(service.words()).toEqual(['second'])
})

it('keeps a deletion that was not carried out, without a reason, and sends the next catch', async () => {
  await keepCatch(TOM, { requestId: 'a', fields: fields('a'), sent: fields('a') }, store)
  await keep('b')
  await deleteWaiting(TOM, 'a', store)
  const { remove } = service
  service.remove = () => Promise.reject(failure('23503'))
  expect(await send()).toEqual({ sent: 1, refused: 0, bests: 0, end: 'line' })
  expect(store.catches.get('a')).toMatchObject({ removed: true, refusal: null })
  service.remove = () => Promise.reject(failure('42501'))
  expect(await send()).toMatchObject({ end: 'suspended' })
  service.remove = remove
  expect(await send()).toMatchObject({ end: 'all' })
  expect(store.catches.size).toBe(0)
})
