import { randomBytes, randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { ask, begin, begun, send } from '../conformance/resumable-upload.ts'
import { contentOf, createBuckets, ownName, tokenOf } from '../conformance/storage-fixture.ts'
import { type S3Server, startS3Server } from './storage-s3-server.ts'

// Two engines that share a database and an S3-compatible store.
let s3: S3Server
let first: TestEngine
let second: TestEngine
let member: Persona
let token: string

beforeAll(async () => {
  s3 = await startS3Server()
  first = await startEngine({ s3: s3.config })
  second = await startAnother()
  await createBuckets(first)
  member = await signUp(first)
  token = await tokenOf(member)
})
afterAll(async () => {
  await second.close()
  await first.close()
  await s3.close()
})

async function startAnother(): Promise<TestEngine> {
  const { databaseUrl, jwtSecret, publishableKey, secretKey } = first
  return await startEngine({ s3: s3.config, databaseUrl, jwtSecret, publishableKey, secretKey })
}

const file = (objectName: string, length: number) => ({ token, bucketName: 'conf_files', objectName, length })
const idOf = (place: string) => place.split('/').at(-1)
const blobKey = (version: string) => `storage/${version.slice(0, 2)}/${version}`
const partsOf = async (place: string) =>
  (await first.owner.query('select version from engine.resumable_parts where upload_id = $1', [idOf(place)])).map(
    ({ version }) => blobKey(version),
  )
const offsetAt = async (engine: TestEngine, place: string) =>
  (await ask(engine, 'HEAD', place, { token })).headers['upload-offset']

/** Sends the beginning of a part, and nothing more. */
async function hang(engine: TestEngine, place: string, part: Uint8Array, length: number) {
  const { hostname, port } = new URL(engine.url)
  const request = httpRequest({
    hostname,
    port,
    method: 'PATCH',
    path: `/storage/v1${place}`,
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(length),
      'upload-offset': '0',
    },
  })
  const ended = new Promise<void>((resolve) => request.once('error', () => resolve()))
  await new Promise<void>((resolve) => request.write(part, () => resolve()))
  const holds = async () =>
    (await first.owner.query('select writer from engine.resumable_uploads where id = $1', [idOf(place)]))[0]?.writer
  await expect.poll(holds).not.toBeNull()
  return { ended, abort: () => request.destroy() }
}

it('goes on at another engine, with its parts in the store', async () => {
  const name = ownName(member, 'bin')
  const content = randomBytes(30_000)
  const place = await begun(first, file(name, content.length))
  expect((await send(first, place, 0, content.subarray(0, 10_000), { token })).status).toBe(204)
  expect((await send(second, place, 10_000, content.subarray(10_000, 20_000), { token })).status).toBe(204)
  expect(await offsetAt(first, place)).toBe('20000')
  const parts = await partsOf(place)
  expect(parts.map((key) => s3.objects.get(key)?.body.length).sort()).toEqual([10_000, 10_000])
  expect((await send(second, place, 20_000, content.subarray(20_000), { token })).status).toBe(204)
  expect(await contentOf(member, 'conf_files', name)).toEqual(content)
  expect(parts.filter((key) => s3.objects.has(key))).toEqual([])
  expect(await offsetAt(first, place)).toBe('30000')
})

it('takes the turn from a request that hangs at another engine, and keeps what that one has received', async () => {
  const name = ownName(member, 'bin')
  const content = randomBytes(20_000)
  const place = await begun(first, file(name, content.length))
  const hanging = await hang(first, place, content.subarray(0, 8_000), content.length)
  await expect.poll(() => offsetAt(second, place)).toBe('8000')
  await hanging.ended
  expect((await send(second, place, 8_000, content.subarray(8_000), { token })).status).toBe(204)
  expect(await contentOf(member, 'conf_files', name)).toEqual(content)
})

it('writes each byte once when several requests send the same part at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const name = ownName(member, 'bin')
    const content = randomBytes(5_000)
    const place = await begun(first, file(name, content.length))
    const half = content.subarray(0, 2_500)
    const replies = await Promise.allSettled(
      [first, second, first, second].map((at) => send(at, place, 0, half, { token })),
    )
    const statuses = replies.map((reply) => (reply.status === 'fulfilled' ? reply.value.status : 0))
    expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(1)
    for (const status of statuses) expect([0, 204, 400, 409, 423]).toContain(status)
    const offset = Number(await offsetAt(second, place))
    expect((await send(first, place, offset, content.subarray(offset), { token })).status).toBe(204)
    expect(await contentOf(member, 'conf_files', name)).toEqual(content)
  }
})

it('waits for the turn of an engine that was killed, and refuses while one is busy', async () => {
  const place = await begun(first, file(ownName(member, 'bin'), 10))
  const heldFor = (time: string) =>
    first.owner.query(
      'update engine.resumable_uploads set writer = $2, writer_until = clock_timestamp() + $3::interval where id = $1',
      [idOf(place), randomUUID(), time],
    )
  await heldFor('1 second')
  expect(await offsetAt(first, place)).toBe('0')
  await heldFor('1 minute')
  const reply = await send(first, place, 0, Buffer.from('01234'), { token })
  expect([reply.status, reply.json().code]).toEqual([423, 'ResourceLocked'])
})

it('is finished if its object was stored, although the engine died before it noted that', async () => {
  const name = ownName(member, 'bin')
  const place = await begun(first, file(name, 10))
  await send(first, place, 0, Buffer.from('01234'), { token })
  const [part] = await partsOf(place)
  await member.storage.from('conf_files').upload(name, '0123456789')
  await first.owner.query(
    'update engine.resumable_uploads set version = (select version from storage.objects where name = $2) where id = $1',
    [idOf(place), name],
  )
  expect(await offsetAt(second, place)).toBe('10')
  expect(s3.objects.has(part ?? '')).toBe(false)
  expect((await send(second, place, 5, Buffer.from('56789'), { token })).status).toBe(409)
})

it('has to begin again when the store has lost a part', async () => {
  const name = ownName(member, 'bin')
  const place = await begun(first, file(name, 10))
  await send(first, place, 0, Buffer.from('01234'), { token })
  for (const key of await partsOf(place)) s3.objects.delete(key)
  const reply = await send(first, place, 5, Buffer.from('56789'), { token })
  expect([reply.status, reply.json().code]).toEqual([404, 'NoSuchUpload'])
  expect((await ask(first, 'HEAD', place, { token })).status).toBe(404)
})

it('stores nothing of a part that the store returns only in part, and can be finished later', async () => {
  const name = ownName(member, 'bin')
  const place = await begun(first, file(name, 10))
  await send(first, place, 0, Buffer.from('01234'), { token })
  s3.isShort = true
  try {
    expect((await send(first, place, 5, Buffer.from('56789'), { token })).status).toBe(500)
  } finally {
    s3.isShort = false
  }
  expect(await offsetAt(first, place)).toBe('5')
  expect((await send(first, place, 5, Buffer.from('56789'), { token })).status).toBe(204)
  expect((await contentOf(member, 'conf_files', name)).toString()).toBe('0123456789')
})

it('ends after its time, and with its account; parts of other uploads stay, however old they are', async () => {
  const leaver = await signUp(first)
  const admin = await signUp(first, { admin: true })
  const itsToken = await tokenOf(leaver)
  const part = Buffer.from('01234')
  const kept = await begun(first, { ...file(ownName(member, 'bin'), 10), body: part })
  const expired = await begun(first, { ...file(ownName(member, 'bin'), 10), body: part })
  const left = await begun(first, { ...file(ownName(leaver, 'bin'), 10), token: itsToken, body: part })
  const [keysOfKept, keysOfExpired, keysOfLeft] = await Promise.all([kept, expired, left].map(partsOf))
  await first.owner.query('update engine.resumable_uploads set expires_at = now() where id = $1', [idOf(expired)])
  expect((await ask(first, 'HEAD', expired, { token })).status).toBe(404)
  expect((await send(first, expired, 5, part, { token })).status).toBe(404)
  for (const object of s3.objects.values()) object.modified = new Date(Date.now() - 20 * 3_600_000)

  // The database announces it: not only the next sweep ends the uploads.
  expect((await admin.rpc('delete_user', { user_id: leaver.user.id })).error).toBeNull()
  const isGone = (keys: string[] = []) => !keys.some((key) => s3.objects.has(key))
  await expect.poll(() => isGone(keysOfLeft)).toBe(true)
  await expect.poll(() => isGone(keysOfExpired)).toBe(true)

  const sweeping = await startAnother()
  await sweeping.close()
  expect(isGone(keysOfKept)).toBe(false)
  const ids = await first.owner.query('select id from engine.resumable_uploads where id = any($1::uuid[])', [
    [kept, expired, left].map(idOf),
  ])
  expect(ids.map(({ id }) => id)).toEqual([idOf(kept)])
  expect((await send(first, kept, 5, Buffer.from('56789'), { token })).status).toBe(204)
})

it('counts as one of thirty uploads in an hour when it begins', async () => {
  const limited = await startEngine({ rateLimitScale: 1 })
  try {
    await createBuckets(limited)
    const angler = await signUp(limited)
    const given = { token: await tokenOf(angler), bucketName: 'conf_files', length: 2 }
    const place = await begun(limited, { ...given, objectName: ownName(angler, 'bin') })
    for (let i = 0; i < 29; i += 1)
      expect((await begin(limited, { ...given, objectName: ownName(angler, 'bin') })).status).toBe(201)
    const reply = await begin(limited, { ...given, objectName: ownName(angler, 'bin') })
    expect([reply.status, reply.json().code, reply.headers['retry-after']]).toEqual([429, 'SlowDown', '60'])
    expect((await send(limited, place, 0, Buffer.from('01'), { token: given.token })).status).toBe(204)
  } finally {
    await limited.close()
  }
})
