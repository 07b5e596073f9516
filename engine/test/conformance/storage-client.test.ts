import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { createBuckets, ownName } from './storage-fixture.ts'

/** Options of the client library that the other tests do not use. */
let engine: TestEngine
let member: Persona
let note: string

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
  note = ownName(member, 'txt')
  const { error } = await member.storage.from('conf_files').upload(note, '0123456789', { contentType: 'text/plain' })
  expect(error).toBeNull()
})
afterAll(() => engine.close())

const files = () => member.storage.from('conf_files')

describe('a download', () => {
  it('is a stream for clients that ask for one', async () => {
    const { data, error } = await files().download(note).asStream()
    expect(error).toBeNull()
    expect(await new Response(data).text()).toBe('0123456789')
    const missing = await files().download(`${note}x`).asStream()
    expect([missing.data, missing.error === null]).toEqual([null, false])
  })

  it('may have a nonce, which changes nothing', async () => {
    expect(await (await files().download(note, { cacheNonce: 'v2' })).data?.text()).toBe('0123456789')
    const { data } = await files().createSignedUrl(note, 60, { cacheNonce: 'v2', download: 'my note.txt' })
    const reply = await fetch(data?.signedUrl ?? '')
    expect([reply.status, await reply.text()]).toEqual([200, '0123456789'])
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment;.*my%20note\.txt/)
    const many = await files().createSignedUrls([note, `${note}x`], 60, { cacheNonce: 'v2' })
    expect((await fetch(many.data?.[0]?.signedUrl ?? '')).status).toBe(200)
    expect(many.data?.[1]?.error).not.toBeNull()
  })
})

describe('an upload', () => {
  it('may be a stream', async () => {
    const name = ownName(member, 'txt')
    const body = new Blob(['from a stream']).stream()
    expect((await files().upload(name, body, { contentType: 'text/plain', duplex: 'half' })).error).toBeNull()
    expect(await (await files().download(name)).data?.text()).toBe('from a stream')
  })

  it('by a signed address replaces an object only if the address says so', async () => {
    const once = ownName(member, 'txt')
    const plain = await files().createSignedUploadUrl(once)
    const visitor = guest(engine).storage.from('conf_files')
    const put = (text: string) =>
      visitor.uploadToSignedUrl(once, plain.data?.token ?? '', text, { contentType: 'text/plain' })
    expect((await put('first')).error).toBeNull()
    expect((await put('second')).error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
    expect(await (await files().download(once)).data?.text()).toBe('first')
    const held = await files().createSignedUploadUrl(note, { upsert: true })
    const { path = '', token = '' } = held.data ?? {}
    const replaced = await visitor.uploadToSignedUrl(path, token, 'replaced', { contentType: 'text/plain' })
    expect(replaced.error).toBeNull()
    expect(await (await files().download(note)).data?.text()).toBe('replaced')
    await files().update(note, '0123456789', { contentType: 'text/plain' })
  })
})

describe('a list of buckets', () => {
  it('is cut and sorted as asked', async () => {
    const { storage } = service(engine)
    const prefix = `conf_${randomUUID().slice(0, 8)}`
    for (const name of ['b', 'a', 'c']) expect((await storage.createBucket(`${prefix}_${name}`)).error).toBeNull()
    const names = async (options: Parameters<typeof storage.listBuckets>[0]) =>
      (await storage.listBuckets({ search: prefix, ...options })).data?.map(({ name }) => name.slice(-1)).join('')
    expect(await names({ sortColumn: 'name' })).toBe('abc')
    expect(await names({ sortColumn: 'name', sortOrder: 'desc' })).toBe('cba')
    expect(await names({ sortColumn: 'created_at', limit: 2 })).toBe('ba')
    expect(await names({ sortColumn: 'name', limit: 1, offset: 1 })).toBe('b')
  })
})

describe('vector and analytics buckets', () => {
  it('do not exist', async () => {
    const { storage } = service(engine)
    for (const { error } of [
      await storage.vectors.listBuckets(),
      await storage.vectors.createBucket('conf-vectors'),
      await storage.analytics.listBuckets(),
      await storage.analytics.createBucket('conf-analytics'),
    ])
      expect(error).toMatchObject({ statusCode: '404' })
  })
})
