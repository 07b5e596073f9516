import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asBlob, createBuckets, ownName, pictureBytes, raw, tokenOf } from './storage-fixture.ts'

// A frequently requested public address leads to the right object immediately after each change.
let engine: TestEngine
let member: Persona
let red: Blob
/** A picture in the public bucket, requested before each test in every possible way. */
let name: string

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
  red = asBlob(await pictureBytes('png', 64, 48), 'image/png')
})
afterAll(() => engine.close())

const WAYS = [
  ['GET', '/object/public/'],
  ['HEAD', '/object/public/'],
  ['GET', '/object/'],
  ['HEAD', '/object/'],
  ['GET', '/object/info/public/'],
  ['GET', '/render/image/public/'],
  ['HEAD', '/render/image/public/'],
] as const

/** Status and ETag for every way: its metadata as its owner, everything else as a guest. */
const look = async (key: string, headers: Record<string, string> = {}) =>
  await Promise.all(
    WAYS.map(async ([method, path]) => {
      const query = path.startsWith('/render') ? '?width=20' : ''
      const token = path.startsWith('/object/info') ? { token: await tokenOf(member) } : {}
      const reply = await raw(engine, method, `${path}conf_images/${key}${query}`, { headers, ...token })
      return { status: reply.status, etag: reply.headers.etag }
    }),
  )
const statuses = async (key: string, headers?: Record<string, string>) =>
  (await look(key, headers)).map(({ status }) => status)
const all = (status: number) => WAYS.map(() => status)

beforeEach(async () => {
  name = ownName(member)
  expect((await member.storage.from('conf_images').upload(name, red)).error).toBeNull()
  for (let i = 0; i < 2; i += 1) expect(await statuses(name)).toEqual(all(200))
})

describe('an object with a public address', () => {
  it('is not served by any address once its removal is answered, even to a client with its ETag', async () => {
    const etag = (await raw(engine, 'HEAD', `/object/public/conf_images/${name}`)).headers.etag ?? ''
    const kept = ownName(member)
    await member.storage.from('conf_images').upload(kept, red)
    expect((await member.storage.from('conf_images').remove([name])).data).toHaveLength(1)
    expect(await statuses(name)).toEqual(all(400))
    expect(await statuses(name, { 'if-none-match': etag })).toEqual(all(400))
    expect(await statuses(kept)).toEqual(all(200))
  })

  it('exists again, with other bytes, when the name is used again', async () => {
    await member.storage.from('conf_images').remove([name])
    const blue = asBlob(await pictureBytes('png', 30, 10), 'image/png')
    expect((await member.storage.from('conf_images').upload(name, blue)).error).toBeNull()
    const reply = await raw(engine, 'GET', `/object/public/conf_images/${name}`)
    expect(reply.body.equals(await pictureBytes('png', 64, 48))).toBe(false)
    expect(await statuses(name)).toEqual(all(200))
  })

  it('is the new one in every way as soon as a replacement is answered', async () => {
    const before = await look(name)
    const blue = asBlob(await pictureBytes('png', 30, 10), 'image/png')
    const { error } = await service(engine).storage.from('conf_images').upload(name, blue, { upsert: true })
    expect(error).toBeNull()
    const after = await look(name)
    expect(after.map(({ status }) => status)).toEqual(all(200))
    for (const [i, { etag }] of after.entries()) if (etag !== undefined) expect(etag).not.toBe(before[i]?.etag)
    expect(await statuses(name, { 'if-none-match': before[0]?.etag ?? '' })).toEqual(all(200))
  })

  it('is found only under its new name as soon as a move is answered', async () => {
    const to = ownName(member)
    expect((await service(engine).storage.from('conf_images').move(name, to)).error).toBeNull()
    expect(await statuses(name)).toEqual(all(400))
    expect(await statuses(to)).toEqual(all(200))
  })

  it('is hidden as soon as its bucket is private, and shown when it is public again', async () => {
    const { storage } = service(engine)
    expect((await storage.updateBucket('conf_images', { public: false })).error).toBeNull()
    expect(await statuses(name)).toEqual(all(400))
    expect((await storage.updateBucket('conf_images', { public: true })).error).toBeNull()
    expect(await statuses(name)).toEqual(all(200))
  })

  it('is not served after its bucket was emptied', async () => {
    expect((await service(engine).storage.emptyBucket('conf_images')).error).toBeNull()
    expect(await statuses(name)).toEqual(all(400))
  })

  it('is not served soon after SQL has removed its row', async () => {
    await engine.owner.query(
      `do $$
       begin
         perform set_config('storage.allow_delete_query', 'true', true);
         delete from storage.objects where name = '${name}';
       end
       $$`,
    )
    await expect.poll(() => statuses(name)).toEqual(all(400))
  })
})
