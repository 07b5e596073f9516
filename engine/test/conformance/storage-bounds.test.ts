import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asBlob, createBuckets, ownName, pictureBytes, pngHeaderBomb, raw, tokenOf } from './storage-fixture.ts'

// Each limit of the storage service, at the last value that is accepted and the first that is not.
let engine: TestEngine
let member: Persona
let token: string

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
  token = await tokenOf(member)
})
afterAll(() => engine.close())

const MIB = 1024 * 1024
const json = { 'content-type': 'application/json' }
const files = () => member.storage.from('conf_files')
const insertRows = (prefix: string, count: number) =>
  engine.owner.query(
    `insert into storage.objects (bucket_id, name, owner_id, version)
     select 'conf_files', $1 || n, $2, gen_random_uuid()::text from generate_series(1, $3::int) as n`,
    [prefix, member.user.id, count],
  )

describe('a call', () => {
  it('lists 100 entries by default, and at most 1,000', async () => {
    const folder = `${member.user.id}/list`
    await insertRows(`${folder}/`, 1001)
    expect((await files().list(folder)).data).toHaveLength(100)
    expect((await files().list(folder, { limit: 1000 })).data).toHaveLength(1000)
    expect((await files().list(folder, { limit: 1001 })).error).toMatchObject({ statusCode: '400' })
  })

  it('signs at most 1,000 addresses at once', async () => {
    const paths = Array.from({ length: 1001 }, (_, i) => `x/${i}`)
    expect((await files().createSignedUrls(paths.slice(1), 60)).data).toHaveLength(1000)
    expect((await files().createSignedUrls(paths, 60)).error).toMatchObject({ statusCode: '400' })
  })

  it('signs for at least a second and at most ten years', async () => {
    const name = ownName(member, 'txt')
    await files().upload(name, 'x')
    const tenYears = 10 * 365 * 24 * 60 * 60
    for (const seconds of [1, tenYears]) expect((await files().createSignedUrl(name, seconds)).error).toBeNull()
    for (const seconds of [0, tenYears + 1]) {
      expect((await files().createSignedUrl(name, seconds)).error).toMatchObject({ statusCode: '400' })
      expect((await files().createSignedUrls([name], seconds)).error).toMatchObject({ statusCode: '400' })
    }
  })

  it('has a body of at most 1 MiB, whatever the route', async () => {
    const padded = (bytes: number) => {
      const body = JSON.stringify({ prefixes: ['none'], prefix: '', expiresIn: 60, paths: ['x'], padding: '' })
      return [body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`)]
    }
    for (const [method, path] of [
      ['POST', '/object/list/conf_files'],
      ['POST', '/object/list-v2/conf_files'],
      ['POST', '/object/sign/conf_files'],
      ['DELETE', '/object/conf_files'],
    ] as const) {
      const send = (bytes: number) =>
        raw(engine, method, path, { token, headers: { ...json, 'content-length': String(bytes) }, body: padded(bytes) })
      expect([path, (await send(MIB)).status]).toEqual([path, 200])
      expect((await send(MIB + 1)).json()).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' })
    }
  })

  it('names a bucket with at most 100 characters and 5 GiB per file', async () => {
    const { storage } = service(engine)
    const name = randomUUID().padEnd(100, 'x')
    const largest = 5 * 1024 ** 3
    expect((await storage.createBucket(`${name}x`, { public: false })).error).toMatchObject({ statusCode: '400' })
    expect((await storage.createBucket(name, { public: false, fileSizeLimit: largest })).error).toBeNull()
    expect((await storage.updateBucket(name, { public: false, fileSizeLimit: largest + 1 })).error).toMatchObject({
      statusCode: '400',
    })
  })
})

// The routes that take a name in their path, except uploads and reads, with their methods.
const NAMED = [
  ['PUT', '/object'],
  ['HEAD', '/object'],
  ['GET', '/object/authenticated'],
  ['GET', '/object/public'],
  ['GET', '/object/sign'],
  ['POST', '/object/sign'],
  ['GET', '/object/info'],
  ['GET', '/object/info/public'],
  ['GET', '/object/info/authenticated'],
  ['POST', '/object/upload/sign'],
  ['PUT', '/object/upload/sign'],
  ['GET', '/render/image/public'],
  ['GET', '/render/image/authenticated'],
  ['GET', '/render/image/sign'],
  ['DELETE', '/cdn'],
] as const

it.each(NAMED)('%s %s refuses names that escape the path, before it checks the caller', async (method, path) => {
  for (const name of ['../x', '%2e%2e/x', '%252e%252e/x', '..%5cx', 'a%00', '%2fetc/passwd', 'a//b', './x', '%ff']) {
    const body = method === 'POST' || method === 'PUT' ? ['{}'] : []
    const reply = await raw(engine, method, `${path}/conf_files/${name}`, { token: 'no token', body })
    expect(reply.status).toBe(400)
    if (method !== 'HEAD') expect([name, reply.json().code]).toEqual([name, 'InvalidKey'])
  }
})

describe('a picture', () => {
  const upload = (bytes: Uint8Array, type = 'image/png') =>
    member.storage.from('conf_images').upload(ownName(member, type.slice(6)), asBlob(bytes, type))

  it('has at most 50 megapixels, according to its header', async () => {
    expect((await upload(pngHeaderBomb(10_000, 5_001))).error).toMatchObject({
      statusCode: '413',
      message: 'The image has more than 50 megapixels',
    })
    // Not too large, but no picture.
    expect((await upload(pngHeaderBomb(10_000, 5_000))).error).toMatchObject({ statusCode: '415' })
  })

  it('keeps up to 2048 pixels per edge', async () => {
    const edges = async (width: number) => {
      const name = ownName(member)
      const bytes = await pictureBytes('png', width, 8)
      expect((await member.storage.from('conf_images').upload(name, asBlob(bytes, 'image/png'))).error).toBeNull()
      return (await sharp((await raw(engine, 'GET', `/object/public/conf_images/${name}`)).body).metadata()).width
    }
    expect([await edges(2048), await edges(2049)]).toEqual([2048, 2048])
  })

  it('of ten thousand frames costs as much as its first frame', async () => {
    const frames = webpOfFrames(
      await sharp(await pictureBytes('png', 64, 48))
        .webp({ lossless: true })
        .toBuffer(),
      10_000,
    )
    expect((await sharp(frames, { animated: true, limitInputPixels: false }).metadata()).pages).toBe(10_000)
    const name = ownName(member, 'webp')
    const start = performance.now()
    const { error } = await member.storage.from('conf_images').upload(name, asBlob(frames, 'image/webp'))
    expect(error).toBeNull()
    expect(performance.now() - start).toBeLessThan(4_000)
    const { body } = await raw(engine, 'GET', `/object/public/conf_images/${name}`)
    expect((await sharp(body).metadata()).pages ?? 1).toBe(1)
  })
})

describe('a rendition', () => {
  it('is made from originals of at most 25 MiB', async () => {
    const name = ownName(member)
    await member.storage.from('conf_images').upload(name, asBlob(await pictureBytes(), 'image/png'))
    const claim = (bytes: number) =>
      engine.owner.query(
        `update storage.objects set metadata = metadata || jsonb_build_object('size', $2::bigint) where name = $1`,
        [name, bytes],
      )
    const render = (width: number) => raw(engine, 'GET', `/render/image/public/conf_images/${name}?width=${width}`)
    await claim(25 * MIB + 1)
    await expect.poll(async () => (await render(9)).status).toBe(400)
    expect((await render(9)).json()).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' })
    await claim(25 * MIB)
    await expect.poll(async () => (await render(9)).status).toBe(200)
  })

  it('is served with the same protective headers as its original', async () => {
    const name = ownName(member)
    const bucket = member.storage.from('conf_private')
    await bucket.upload(name, asBlob(await pictureBytes(), 'image/png'))
    const signed = await bucket.createSignedUrl(name, 60)
    const signedRendition = await bucket.createSignedUrl(name, 60, { transform: { width: 9 } })
    const headers = { authorization: `Bearer ${token}`, apikey: engine.publishableKey }
    for (const reply of [
      await fetch(signed.data?.signedUrl ?? ''),
      await fetch(signedRendition.data?.signedUrl ?? ''),
      await fetch(`${engine.url}/storage/v1/object/authenticated/conf_private/${name}`, { headers }),
      await fetch(`${engine.url}/storage/v1/render/image/authenticated/conf_private/${name}?width=9`, { headers }),
    ]) {
      expect(reply.status).toBe(200)
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-robots-tag': 'none',
      })
    }
  })
})

/** An animation that repeats one lossless picture (RIFF: VP8X, ANIM, then an ANMF for each frame). */
function webpOfFrames(picture: Buffer, frames: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const size = Buffer.alloc(6)
  size.writeUIntLE(64 - 1, 0, 3)
  size.writeUIntLE(48 - 1, 3, 3)
  const frame = chunk('ANMF', Buffer.concat([Buffer.alloc(6), size, Buffer.from([10, 0, 0, 0]), picture.subarray(12)]))
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), size])),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ])
  return chunk('RIFF', body)
}
