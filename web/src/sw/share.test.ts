import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SHARE_PATH } from '../../../contract/src/share-target.ts'
import { MOST_KEPT, MOST_SHARES, SHARE_BYTES, SHARE_MS } from '../data/newsfeed/kept-record.ts'
import { type MemoryKeptStore, memoryKeptStore } from '../testing/memory-kept-store.ts'
import { receiveShare } from './share.ts'

const SITE = 'https://club.example'
const HEADS = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  heic: [...new TextEncoder().encode('0000ftypheic')],
  html: [...new TextEncoder().encode('<html><script>')],
  svg: [...new TextEncoder().encode('<svg xmlns="h">')],
  gif: [...new TextEncoder().encode('GIF89a')],
}
function file(head: keyof typeof HEADS, name = 'carp.jpg', type = 'image/jpeg', size = 64): File {
  const bytes = new Uint8Array(size)
  bytes.set(HEADS[head])
  return new File([bytes], name, { type })
}

let store: MemoryKeptStore
beforeEach(() => {
  store = memoryKeptStore()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

async function share(files: File[], fields: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  for (const one of files) body.append('photos', one)
  const reply = await receiveShare(new Request(SITE + SHARE_PATH, { method: 'POST', body }), store)
  const to = reply.headers.get('location') ?? ''
  const id = new URL(to).searchParams.get('shared') ?? ''
  return { status: reply.status, to, id, share: store.shares.get(id) }
}

it('is where the app says that phones send what they share, with the fields that are read', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../public/app.webmanifest', import.meta.url), 'utf8')) as {
    share_target: unknown
  }
  expect(manifest.share_target).toEqual({
    action: SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'photos', accept: ['image/*'] }] },
  })
})

it('keeps the photos in their order with the words, for nobody yet, and leads to the composer', async () => {
  const {
    status,
    to,
    id,
    share: kept,
  } = await share([file('jpeg', 'one.jpg'), file('heic', 'two.heic')], {
    title: 'A good day',
    text: 'A good day at the lake\r\nand a carp\u0000\u202e',
    url: 'https://club.example/newsfeed',
  })
  expect(status).toBe(303)
  expect(to).toBe(`${SITE}/newsfeed?shared=${id}`)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(kept).toMatchObject({
    words: 'A good day at the lake\nand a carp\nhttps://club.example/newsfeed',
    leftOut: { many: 0, large: 0, other: 0 },
    taken: false,
  })
  const photos = (kept?.photos ?? []).map((photo) => store.photos.get(photo))
  expect(photos.map((photo) => [photo?.name, photo?.blob.type, photo?.userId, photo?.shared])).toEqual([
    ['one.jpg', 'image/jpeg', '', true],
    ['two.heic', 'image/heic', '', true],
  ])
})

describe('what another page could send', () => {
  it.each(['html', 'svg', 'gif'] as const)('is not kept when it is %s, whatever it calls itself', async (head) => {
    const { status, share: kept } = await share([file(head), file('jpeg')])
    expect(status).toBe(303)
    expect(kept).toMatchObject({ leftOut: { other: 1 } })
    expect(store.photos.size).toBe(1)
  })

  it('is kept with the type of its bytes, so that a photo which claims to be a page is never opened as one', async () => {
    await share([file('jpeg', 'carp.html', 'text/html')])
    expect([...store.photos.values()].map(({ blob }) => blob.type)).toEqual(['image/jpeg'])
  })

  it('leads nowhere else, whatever its fields say', async () => {
    const { to } = await share([], { url: 'https://evil.example', title: '//evil.example', shared: 'lost', next: '/' })
    expect(new URL(to).origin + new URL(to).pathname).toBe(`${SITE}/newsfeed`)
  })

  it('takes no more than six photos, and none that is too large, and counts the others', async () => {
    const large = file('jpeg', 'large.jpg', 'image/jpeg', SHARE_BYTES.file + 1)
    const { share: kept } = await share([large, ...Array.from({ length: 8 }, () => file('jpeg'))])
    expect(kept?.photos).toHaveLength(6)
    expect(kept?.leftOut).toEqual({ many: 2, large: 1, other: 0 })
    const most = Array.from({ length: 4 }, () => file('jpeg', 'a.jpg', 'image/jpeg', SHARE_BYTES.file))
    expect((await share(most)).share?.leftOut).toEqual({ many: 0, large: 1, other: 0 })
  })

  it('takes the place of older shares, and of nothing that a member has', async () => {
    await store.keep(
      { id: 'own', userId: 'tom', name: '', blob: new Blob(), drawn: true, shared: false, keptAt: 0 },
      { photos: 9, bytes: 9 },
    )
    const first = await share([file('jpeg')])
    await store.takeShare(first.id, 'tom', 0, MOST_KEPT)
    for (let n = 0; n < 5; n += 1) await share([file('jpeg')])
    expect([...store.shares.values()].filter(({ taken }) => !taken)).toHaveLength(MOST_SHARES)
    expect([...store.photos.values()].filter(({ userId }) => userId === 'tom')).toHaveLength(2)
    expect(store.photos.size).toBe(2 + MOST_SHARES)
  })
})

it('does not wait for a member longer than an hour', async () => {
  const { id } = await share([file('jpeg')])
  const old = store.shares.get(id)
  if (old) store.shares.set(id, { ...old, sharedAt: Date.now() - SHARE_MS - 1 })
  await share([])
  expect(store.shares.has(id)).toBe(false)
  expect(store.photos.size).toBe(0)
})

it('says that nothing has arrived when the device has no room, and when there is no form', async () => {
  store.addShare = async () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  expect((await share([file('jpeg')])).to).toBe(`${SITE}/newsfeed?shared=lost`)
  const reply = await receiveShare(new Request(SITE + SHARE_PATH, { method: 'POST', body: 'text' }), store)
  expect([reply.status, reply.headers.get('location')]).toEqual([303, `${SITE}/newsfeed?shared=lost`])
})
