import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asBlob, createBuckets, ownName, pictureBytes, raw } from '../conformance/storage-fixture.ts'

// What one engine caches of public addresses while another one changes their objects. These tests wait less than the
// time after which an engine asks the database again by itself.
const dataDir = mkdtempSync(join(tmpdir(), 'bankside-public-'))
let changing: TestEngine
let remembering: TestEngine
let member: Persona
let png: Blob
let name: string

beforeAll(async () => {
  changing = await startEngine({ dataDir })
  const { databaseUrl, jwtSecret, publishableKey, secretKey } = changing
  remembering = await startEngine({ dataDir, databaseUrl, jwtSecret, publishableKey, secretKey })
  await createBuckets(changing)
  member = await signUp(changing)
  png = asBlob(await pictureBytes(), 'image/png')
})
afterAll(async () => {
  await remembering.close()
  await changing.close()
  rmSync(dataDir, { recursive: true, force: true })
})

// By HEAD, which would not notice that the file is missing.
const head = async (key: string) => await raw(remembering, 'HEAD', `/object/public/conf_images/${key}`)
const seen = async (key: string) => (await head(key)).status
const soon = { timeout: 2_000, interval: 20 }

beforeEach(async () => {
  name = ownName(member)
  expect((await member.storage.from('conf_images').upload(name, png)).error).toBeNull()
  expect([await seen(name), await seen(name)]).toEqual([200, 200])
})

it('a removed object does not exist any more', async () => {
  expect((await member.storage.from('conf_images').remove([name])).error).toBeNull()
  await expect.poll(() => seen(name), soon).toBe(400)
})

it('a replaced object is the new one', async () => {
  const before = (await head(name)).headers.etag
  const other = asBlob(await pictureBytes('png', 30, 10), 'image/png')
  const { error } = await service(changing).storage.from('conf_images').upload(name, other, { upsert: true })
  expect(error).toBeNull()
  await expect.poll(async () => (await head(name)).headers.etag, soon).not.toBe(before)
  expect(await seen(name)).toBe(200)
})

it('a moved object has only its new name', async () => {
  const to = ownName(member)
  expect((await service(changing).storage.from('conf_images').move(name, to)).error).toBeNull()
  await expect.poll(() => seen(name), soon).toBe(400)
  expect(await seen(to)).toBe(200)
})

it('a bucket that was made private is closed, and open again when it is public', async () => {
  const { storage } = service(changing)
  await storage.updateBucket('conf_images', { public: false })
  await expect.poll(() => seen(name), soon).toBe(400)
  await storage.updateBucket('conf_images', { public: true })
  expect(await seen(name)).toBe(200)
})

it('removed objects do not exist any more, also when there are too many to be named one by one', async () => {
  await changing.owner.query(
    `insert into storage.objects (bucket_id, name, version)
     select 'conf_images', 'many/' || n, gen_random_uuid()::text from generate_series(1, 200) as n`,
  )
  expect((await service(changing).storage.emptyBucket('conf_images')).error).toBeNull()
  await expect.poll(() => seen(name), soon).toBe(400)
})
