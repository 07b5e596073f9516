import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { ask, begin, begun, placeOf, RESUMABLE, send, uploadMetadata } from './resumable-upload.ts'
import {
  asBlob,
  contentOf,
  createBuckets,
  ownName,
  photoOfSecretSwim,
  pictureBytes,
  raw,
  tokenOf,
} from './storage-fixture.ts'

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

const rowOf = async (name: string) =>
  (await engine.owner.query('select * from storage.objects where name = $1', [name]))[0]
const file = (objectName: string, length: number) => ({ token, bucketName: 'conf_files', objectName, length })
const bytesOf = (name: string) => contentOf(member, 'conf_files', name)
/** The sizes of the files that the engine has stored. */
const bytesOnDisk = () =>
  readdirSync(join(engine.dataDir, 'storage'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
const partFiles = async () => await engine.owner.query('select version from engine.resumable_parts')

describe('OPTIONS', () => {
  it('says what is offered, without a session, and lets pages of the site send and read the headers', async () => {
    const origin = new URL(engine.url).origin
    const reply = await raw(engine, 'OPTIONS', RESUMABLE, { headers: { origin } })
    expect(reply.status).toBe(204)
    expect(reply.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
      'tus-max-size': String(200 * 1024 * 1024),
      'access-control-allow-origin': origin,
    })
    for (const name of [
      'tus-resumable',
      'upload-length',
      'upload-metadata',
      'upload-offset',
      'x-signature',
      'x-upsert',
    ])
      expect(reply.headers['access-control-allow-headers']?.split(', ')).toContain(name)
    expect(reply.headers['access-control-allow-methods']).toContain('PATCH')
  })

  it('says nothing of it elsewhere', async () => {
    for (const path of ['/upload/resumables', '/object/conf_files/x'])
      expect((await raw(engine, 'OPTIONS', path)).headers['tus-version']).toBeUndefined()
  })
})

describe('an upload in parts', () => {
  it('is stored byte for byte once all parts have arrived, as the caller’s object', async () => {
    const name = ownName(member, 'bin')
    const content = randomBytes(50_000)
    const started = await begin(engine, {
      ...file(name, content.length),
      metadata: { contentType: 'video/mp4', cacheControl: '3600', metadata: '{"swim":"North bank"}' },
    })
    expect(started.status).toBe(201)
    expect(started.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' })
    expect(started.headers.location).toMatch(/^\/storage\/v1\/upload\/resumable\/[0-9a-f-]{36}$/)
    const hoursLeft = (headers: typeof started.headers) =>
      (Date.parse(headers['upload-expires'] as string) - Date.now()) / 3_600_000
    // A day once something of it is stored.
    expect(hoursLeft(started.headers)).toBeCloseTo(0.25, 1)

    const place = placeOf(started)
    for (const [from, to] of [
      [0, 20_000],
      [20_000, 20_001],
      [20_001, 50_000],
    ] as const) {
      expect(await rowOf(name)).toBeUndefined()
      const reply = await send(engine, place, from, content.subarray(from, to), { token })
      expect([reply.status, reply.headers['upload-offset']]).toEqual([204, String(to)])
      if (to === 50_000) expect(reply.headers['upload-expires']).toBeUndefined()
      else expect(hoursLeft(reply.headers)).toBeCloseTo(24, 1)
    }
    expect(await bytesOf(name)).toEqual(content)
    const row = await rowOf(name)
    expect(row).toMatchObject({ owner_id: member.user.id, user_metadata: { swim: 'North bank' } })
    expect(row?.metadata).toMatchObject({ mimetype: 'video/mp4', cacheControl: 'max-age=3600', size: 50_000 })
    expect(await partFiles()).toEqual([])
  })

  it('may begin with the request that starts it, and end with it', async () => {
    const [whole, begunOnly] = [ownName(member, 'bin'), ownName(member, 'bin')]
    const body = randomBytes(1_000)
    const done = await begin(engine, { ...file(whole, 1_000), body })
    expect([done.status, done.headers['upload-offset']]).toEqual([201, '1000'])
    expect(await bytesOf(whole)).toEqual(body)

    const started = await begin(engine, { ...file(begunOnly, 1_000), body: body.subarray(0, 400) })
    expect([started.status, started.headers['upload-offset']]).toEqual([201, '400'])
    expect((await send(engine, placeOf(started), 400, body.subarray(400), { token })).status).toBe(204)
    expect(await bytesOf(begunOnly)).toEqual(body)
  })

  it('may be empty: it is stored at once', async () => {
    const name = ownName(member, 'txt')
    expect((await begin(engine, file(name, 0))).status).toBe(201)
    expect((await rowOf(name))?.metadata).toMatchObject({ size: 0, mimetype: 'application/octet-stream' })
  })

  it('tells how far it is, also when it is finished', async () => {
    const name = ownName(member, 'bin')
    const place = await begun(engine, { ...file(name, 10), metadata: { filename: 'ü.bin' } })
    const state = async () => {
      const { status, headers } = await ask(engine, 'HEAD', place, { token })
      return [status, headers['upload-offset'], headers['upload-length'], headers['cache-control']]
    }
    expect(await state()).toEqual([200, '0', '10', 'no-store'])
    await send(engine, place, 0, Buffer.from('01234'), { token })
    expect(await state()).toEqual([200, '5', '10', 'no-store'])
    await send(engine, place, 5, Buffer.from('56789'), { token })
    expect(await state()).toEqual([200, '10', '10', 'no-store'])
    expect((await ask(engine, 'HEAD', place, { token })).headers['upload-metadata']).toBe(
      uploadMetadata({ bucketName: 'conf_files', objectName: name, filename: 'ü.bin' }),
    )
  })

  it('refuses a part at another offset, and stays as it was', async () => {
    const name = ownName(member, 'bin')
    const place = await begun(engine, file(name, 10))
    await send(engine, place, 0, Buffer.from('01234'), { token })
    for (const offset of [0, 4, 6, 10]) {
      const reply = await send(engine, place, offset, Buffer.from('x'), { token })
      expect([reply.status, reply.json().statusCode, reply.json().code]).toEqual([409, '409', 'TusError'])
    }
    expect((await send(engine, place, 5, Buffer.from('56789'), { token })).status).toBe(204)
    expect((await bytesOf(name)).toString()).toBe('0123456789')
    expect((await send(engine, place, 5, Buffer.from('56789'), { token })).status).toBe(409)
  })

  it('keeps what arrived of a part whose connection broke', async () => {
    const name = ownName(member, 'bin')
    const content = randomBytes(60_000)
    const place = await begun(engine, file(name, content.length))
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
        'content-length': String(content.length),
        'upload-offset': '0',
      },
    })
    request.on('error', () => {})
    await new Promise<void>((resolve) => request.write(content.subarray(0, 30_000), () => resolve()))
    // The question ends the request that hangs; what it has received by then counts.
    await expect.poll(bytesOnDisk).toContain(30_000)
    expect((await ask(engine, 'HEAD', place, { token })).headers['upload-offset']).toBe('30000')
    expect((await send(engine, place, 30_000, content.subarray(30_000), { token })).status).toBe(204)
    expect(await bytesOf(name)).toEqual(content)
  })

  it('can be ended: nothing of it is left', async () => {
    const place = await begun(engine, { ...file(ownName(member, 'bin'), 10), body: Buffer.from('01234') })
    expect((await partFiles()).length).toBe(1)
    expect((await ask(engine, 'DELETE', place, { token })).status).toBe(204)
    expect(await partFiles()).toEqual([])
    for (const reply of [
      await ask(engine, 'HEAD', place, { token }),
      await ask(engine, 'DELETE', place, { token }),
      await send(engine, place, 5, Buffer.from('56789'), { token }),
    ])
      expect(reply.status).toBe(404)
  })

  it('cannot be ended once it is finished', async () => {
    const name = ownName(member, 'bin')
    const place = placeOf(await begin(engine, { ...file(name, 4), body: Buffer.from('0123') }))
    const reply = await ask(engine, 'DELETE', place, { token })
    expect([reply.status, reply.json().code]).toEqual([400, 'TusError'])
    expect((await bytesOf(name)).toString()).toBe('0123')
  })
})

describe('a picture in parts', () => {
  it('is re-encoded without its EXIF data, as in an upload in one piece', async () => {
    const name = ownName(member, 'jpg')
    const photo = await photoOfSecretSwim('jpeg')
    expect(photo.includes('SecretCam')).toBe(true)
    const place = await begun(engine, { ...file(name, photo.length), bucketName: 'conf_images' })
    await send(engine, place, 0, photo.subarray(0, 100), { token })
    expect((await send(engine, place, 100, photo.subarray(100), { token })).status).toBe(204)
    const { data } = await member.storage.from('conf_images').download(name)
    const stored = await contentOf(member, 'conf_images', name)
    expect(data?.type).toBe('image/jpeg')
    for (const secret of ['SecretCam', 'SecretAngler', 'SecretSwim']) expect(stored.includes(secret)).toBe(false)
    const { width, height } = await sharp(stored).metadata()
    expect([width, height]).toEqual([48, 64])
  })
})

describe('replacing', () => {
  const replace = async (objectName: string, upsert: string, bucketName = 'conf_files') => {
    const body = Buffer.from('new')
    return await begin(engine, { ...file(objectName, 3), bucketName, body, headers: { 'x-upsert': upsert } })
  }

  it('happens with x-upsert, where the policies allow it', async () => {
    const name = ownName(member, 'txt')
    await member.storage.from('conf_files').upload(name, 'old')
    const refused = await replace(name, 'false')
    expect([refused.status, refused.json().code]).toEqual([409, 'KeyAlreadyExists'])
    expect((await replace(name, 'true')).status).toBe(201)
    expect((await bytesOf(name)).toString()).toBe('new')
    const picture = ownName(member)
    await member.storage.from('conf_images').upload(picture, asBlob(await pictureBytes(), 'image/png'))
    const forbidden = await replace(picture, 'true', 'conf_images')
    expect([forbidden.status, forbidden.json().code]).toEqual([403, 'AccessDenied'])
  })

  it('is refused at the end when the name was taken meanwhile, and the upload is over', async () => {
    const name = ownName(member, 'txt')
    const place = await begun(engine, file(name, 3))
    await member.storage.from('conf_files').upload(name, 'old')
    const reply = await send(engine, place, 0, Buffer.from('new'), { token })
    expect([reply.status, reply.json().code]).toEqual([409, 'KeyAlreadyExists'])
    expect((await bytesOf(name)).toString()).toBe('old')
    expect((await ask(engine, 'HEAD', place, { token })).status).toBe(404)
  })
})

describe('the protocol', () => {
  it('is refused without its version, and names the right one', async () => {
    const place = await begun(engine, file(ownName(member, 'bin'), 4))
    const headers = { 'tus-resumable': '0.2.2' }
    for (const reply of [
      await begin(engine, { ...file(ownName(member, 'bin'), 4), headers }),
      await raw(engine, 'PATCH', place, { token }),
      await ask(engine, 'DELETE', place, { token, headers }),
      await ask(engine, 'HEAD', place, { token, headers }),
    ]) {
      expect(reply.status).toBe(412)
      expect(reply.headers).toMatchObject({ 'tus-version': '1.0.0', 'tus-resumable': '1.0.0' })
    }
    expect((await ask(engine, 'HEAD', place, { token })).headers['upload-offset']).toBe('0')
  })

  it.each([
    ['no length', { 'upload-length': '' }],
    ['a negative length', { 'upload-length': '-1' }],
    ['a broken length', { 'upload-length': '1.5' }],
    ['a length of words', { 'upload-length': '1e3' }],
    ['a length that is declared later', { 'upload-defer-length': '1' }],
    ['a part of another upload', { 'upload-concat': 'partial' }],
    ['broken metadata', { 'upload-metadata': 'bucketName !!' }],
  ])('is refused with %s', async (_, headers) => {
    const reply = await begin(engine, { ...file(ownName(member, 'bin'), 4), headers })
    expect([reply.status, reply.json().code]).toEqual([400, 'TusError'])
  })

  it('needs its content type and an offset for parts', async () => {
    const place = await begun(engine, file(ownName(member, 'bin'), 4))
    const part = Buffer.from('0123')
    const untyped = await send(engine, place, 0, part, { token, headers: { 'content-type': 'text/plain' } })
    expect([untyped.status, untyped.json().code]).toEqual([415, 'TusError'])
    for (const offset of ['', 'x', '-1']) {
      const reply = await send(engine, place, 0, part, { token, headers: { 'upload-offset': offset } })
      expect(reply.status).toBe(400)
    }
    expect((await ask(engine, 'HEAD', place, { token })).headers['upload-offset']).toBe('0')
  })

  it('lets pages of the site read its headers and its refusals', async () => {
    const headers = { origin: new URL(engine.url).origin }
    const place = await begun(engine, file(ownName(member, 'bin'), 4))
    for (const reply of [
      await ask(engine, 'HEAD', place, { token, headers }),
      await ask(engine, 'HEAD', `${RESUMABLE}/unknown`, { token, headers }),
    ]) {
      expect(reply.headers['access-control-allow-origin']).toBe(headers.origin)
      for (const name of ['Location', 'Upload-Offset', 'Upload-Length', 'Tus-Resumable', 'Upload-Expires'])
        expect(reply.headers['access-control-expose-headers']?.split(', ')).toContain(name)
    }
  })
})

it('lets the secret key upload in parts, as an object without an owner', async () => {
  const name = 'club/film.bin'
  const given = { token: engine.secretKey, bucketName: 'conf_closed', objectName: name, length: 4 }
  const place = await begun(engine, given)
  expect((await send(engine, place, 0, Buffer.from('0123'), { token: engine.secretKey })).status).toBe(204)
  expect((await rowOf(name))?.owner_id).toBeNull()
})
