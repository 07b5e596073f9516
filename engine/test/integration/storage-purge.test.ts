import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asBlob, createBuckets, ownName, pictureBytes, raw, tokenOf } from '../conformance/storage-fixture.ts'
import { startS3rver } from './storage-s3rver.ts'

// Two engines without a common disk: each has its own renditions.
let s3: Awaited<ReturnType<typeof startS3rver>>
let first: TestEngine
let second: TestEngine
let member: Persona
let png: Blob
/** A picture and another one in the same bucket, and one in another bucket, each rendered by both engines. */
let name: string
let beside: string
let elsewhere: string

beforeAll(async () => {
  s3 = await startS3rver()
  first = await startEngine({ s3: s3.config })
  const { databaseUrl, jwtSecret, publishableKey, secretKey } = first
  second = await startEngine({ s3: s3.config, databaseUrl, jwtSecret, publishableKey, secretKey })
  await createBuckets(first)
  member = await signUp(first)
  png = asBlob(await pictureBytes(), 'image/png')
})
afterAll(async () => {
  await second.close()
  await first.close()
  await s3.close()
})

const folders = ({ dataDir }: TestEngine) => readdirSync(join(dataDir, 'storage/renditions'))
const versionOf = async (key: string) =>
  String((await first.owner.query('select version from storage.objects where name = $1', [key]))[0]?.version)
const render = async (engine: TestEngine, bucket: string, key: string) => {
  const token = await tokenOf(member)
  const way = bucket === 'conf_images' ? 'public' : 'authenticated'
  return (await raw(engine, 'GET', `/render/image/${way}/${bucket}/${key}?width=20`, { token })).status
}
/** The pictures of which an engine has renditions. */
const rendered = async (engine: TestEngine) => {
  const kept = folders(engine)
  const all = { name, beside, elsewhere }
  const versions = await Promise.all(Object.entries(all).map(async ([word, key]) => [word, await versionOf(key)]))
  return versions.filter(([, version = '']) => kept.includes(version)).map(([word]) => word)
}

beforeEach(async () => {
  ;[name, beside, elsewhere] = [ownName(member), ownName(member), ownName(member)]
  for (const [bucket, key] of [
    ['conf_images', name],
    ['conf_images', beside],
    ['conf_private', elsewhere],
  ] as const) {
    expect((await member.storage.from(bucket).upload(key, png)).error).toBeNull()
    for (const engine of [first, second]) expect(await render(engine, bucket, key)).toBe(200)
  }
})

describe('purging, with the secret key', () => {
  it('drops every format of a rendition', async () => {
    const forms = async () => readdirSync(join(first.dataDir, 'storage/renditions', await versionOf(name)))
    const path = `/render/image/public/conf_images/${name}?width=20`
    await raw(first, 'GET', path, { headers: { accept: 'image/webp' } })
    expect(await forms()).toHaveLength(2)
    expect((await service(first).storage.from('conf_images').purgeCache(name)).error).toBeNull()
    expect(folders(first)).not.toContain(await versionOf(name))
    await raw(first, 'GET', path, { headers: { accept: 'image/webp' } })
    expect(await forms()).toHaveLength(1)
  })

  it('drops the renditions of one object on all engines; they are made again on request', async () => {
    const { data, error } = await service(first).storage.from('conf_images').purgeCache(name, { transformations: true })
    expect([data, error]).toEqual([{ message: 'success' }, null])
    expect(await rendered(first)).toEqual(['beside', 'elsewhere'])
    await expect.poll(() => rendered(second)).toEqual(['beside', 'elsewhere'])
    expect(await render(second, 'conf_images', name)).toBe(200)
    expect(await rendered(second)).toEqual(['name', 'beside', 'elsewhere'])
  })

  it('drops those of a bucket, and keeps those of others', async () => {
    const { data } = await service(first).storage.purgeBucketCache('conf_images')
    expect(data).toEqual({ message: 'success' })
    expect(await rendered(first)).toEqual(['elsewhere'])
    await expect.poll(() => rendered(second)).toEqual(['elsewhere'])
  })

  it('reads the file itself again, unless only renditions are purged', async () => {
    const read = async () => (await raw(first, 'GET', `/object/public/conf_images/${name}`)).status
    expect(await read()).toBe(200)
    // As if an operator had changed the store by hand: the engine has the bytes and the address cached.
    const address = `${s3.config.endpoint}/photos/storage/${(await versionOf(name)).slice(0, 2)}/${await versionOf(name)}`
    expect((await fetch(address, { method: 'DELETE' })).ok).toBe(true)
    const purge = (options?: { transformations: true }) =>
      service(first).storage.from('conf_images').purgeCache(name, options)
    expect((await purge({ transformations: true })).error).toBeNull()
    expect(await read()).toBe(200)
    expect((await purge()).error).toBeNull()
    expect(await read()).toBe(400)
  })

  it('answers 404 for missing objects and buckets', async () => {
    const { storage } = service(first)
    const missing = await storage.from('conf_images').purgeCache(`${name}x`)
    expect(missing.error).toMatchObject({ status: 400, statusCode: '404', message: 'Object not found' })
    for (const { error } of [await storage.from('nowhere').purgeCache(name), await storage.purgeBucketCache('nowhere')])
      expect(error).toMatchObject({ status: 400, statusCode: '404', message: 'Bucket not found' })
  })
})

it('refuses purging to all other callers, including the owner, and reveals nothing', async () => {
  for (const client of [guest(first), member])
    for (const { error } of [
      await client.storage.from('conf_images').purgeCache(name),
      await client.storage.from('conf_images').purgeCache('not/there.png'),
      await client.storage.purgeBucketCache('conf_images'),
      await client.storage.purgeBucketCache('nowhere'),
    ])
      expect(error).toMatchObject({ status: 400, statusCode: '403', message: 'Only the secret key may do this' })
  expect(await rendered(first)).toEqual(['name', 'beside', 'elsewhere'])
})
