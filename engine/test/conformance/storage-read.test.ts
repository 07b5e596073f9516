import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asBlob, createBuckets, ownName, pictureBytes, raw, tokenOf } from './storage-fixture.ts'

let engine: TestEngine
let member: Persona
let other: Persona
/** One picture in the public bucket, one in the private. */
let open: string
let hidden: string
let note: string

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
  other = await signUp(engine)
  const blob = asBlob(await pictureBytes(), 'image/png')
  open = ownName(member)
  hidden = ownName(member)
  note = ownName(member, 'txt')
  for (const { error } of [
    await member.storage.from('conf_images').upload(open, blob),
    await member.storage.from('conf_private').upload(hidden, blob),
    await member.storage.from('conf_files').upload(note, '0123456789', { contentType: 'text/plain' }),
  ])
    expect(error).toBeNull()
})
afterAll(() => engine.close())

describe('a private object', () => {
  it('is read by a member who may select its row, and does not exist for others', async () => {
    expect((await member.storage.from('conf_private').download(hidden)).data?.type).toBe('image/png')
    for (const client of [other, guest(engine)]) {
      const { data, error } = await client.storage.from('conf_private').download(hidden)
      expect(data).toBeNull()
      expect(error).toMatchObject({ status: 400, statusCode: '404', message: 'Object not found' })
    }
  })

  it('has no public address', async () => {
    const reply = await raw(engine, 'GET', `/object/public/conf_private/${hidden}`)
    expect(reply.status).toBe(400)
    expect(reply.json()).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' })
    const shown = await raw(engine, 'GET', `/object/public/conf_images/${open}`)
    expect(shown.status).toBe(200)
  })

  it('has metadata and answers HEAD for its readers only', async () => {
    const mine = member.storage.from('conf_private')
    const theirs = other.storage.from('conf_private')
    expect((await mine.exists(hidden)).data).toBe(true)
    expect((await theirs.exists(hidden)).data).toBe(false)
    expect((await mine.exists(`${hidden}x`)).data).toBe(false)
    const { data } = await mine.info(hidden)
    expect(data).toMatchObject({ name: hidden, bucketId: 'conf_private', contentType: 'image/png', metadata: {} })
    expect(data).toMatchObject({ cacheControl: 'max-age=3600', etag: expect.stringMatching(/^"\w{32}"$/) })
    expect((await theirs.info(hidden)).error).toMatchObject({ statusCode: '404' })
    const missing = await raw(engine, 'GET', `/object/info/conf_private/${hidden}`)
    expect(missing.json()).toEqual({
      statusCode: '404',
      error: 'not_found',
      message: 'Object not found',
      code: 'NoSuchKey',
    })
  })
})

describe('metadata', () => {
  it('comes with the object’s etag, also as an answer to HEAD, and for its readers only', async () => {
    const token = await tokenOf(member)
    const object = await raw(engine, 'HEAD', `/object/conf_private/${hidden}`, { token })
    const etag = object.headers.etag
    expect(etag).toMatch(/^"\w{32}"$/)
    for (const way of ['/object/info/', '/object/info/authenticated/'])
      for (const method of ['GET', 'HEAD']) {
        const mine = await raw(engine, method, `${way}conf_private/${hidden}`, { token })
        expect([mine.status, mine.headers.etag], `${method} ${way}`).toEqual([200, etag])
        if (method === 'HEAD') expect(mine.body).toHaveLength(0)
        else expect(mine.json()).toMatchObject({ etag })
        const theirs = await raw(engine, method, `${way}conf_private/${hidden}`, { token: await tokenOf(other) })
        expect([theirs.status, theirs.headers.etag], `${method} ${way}`).toEqual([400, undefined])
      }
  })

  it('has another etag after the object was replaced', async () => {
    const files = member.storage.from('conf_files')
    const before = (await files.info(note)).data?.etag
    await files.update(note, 'abcdefghij', { contentType: 'text/plain' })
    const after = (await files.info(note)).data?.etag
    expect([before === undefined, before === after]).toEqual([false, false])
    await files.update(note, '0123456789', { contentType: 'text/plain' })
    expect((await files.info(note)).data?.etag).toBe(before)
  })
})

describe('a public address', () => {
  it('shows its object’s metadata to its readers only, on every route', async () => {
    const ways = ['/object/info/', '/object/info/public/', '/object/info/authenticated/']
    const ask = (way: string, token?: string) =>
      raw(engine, 'GET', `${way}conf_images/${open}`, token === undefined ? {} : { token })
    for (const way of ways) {
      expect((await ask(way)).json(), way).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
      expect((await ask(way, await tokenOf(other))).json(), way).toMatchObject({ code: 'NoSuchKey' })
      expect((await ask(way, await tokenOf(member))).json(), way).toMatchObject({
        name: open,
        content_type: 'image/png',
      })
    }
    const hiddenByPublic = await raw(engine, 'GET', `/object/info/public/conf_private/${hidden}`)
    expect(hiddenByPublic.json()).toMatchObject({ code: 'NoSuchBucket' })
  })

  it('needs no key and is served so that no content can run', async () => {
    const { data } = member.storage.from('conf_images').getPublicUrl(open)
    const reply = await fetch(data.publicUrl)
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-robots-tag': 'none',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"\w{32}"$/),
      'last-modified': expect.stringMatching(/GMT$/),
      'content-length': String((await reply.arrayBuffer()).byteLength),
    })
  })

  it('answers HEAD without a body', async () => {
    const reply = await raw(engine, 'HEAD', `/object/public/conf_images/${open}`)
    expect(reply.status).toBe(200)
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(0)
    expect(reply.body.length).toBe(0)
  })

  it('answers 304 to a client with the same bytes, and sends the bytes to one with others', async () => {
    const path = `/object/public/conf_images/${open}`
    const { etag = '', 'last-modified': changed = '' } = (await raw(engine, 'HEAD', path)).headers
    const status = async (headers: Record<string, string>) => (await raw(engine, 'GET', path, { headers })).status
    expect(await status({ 'if-none-match': etag })).toBe(304)
    expect(await status({ 'if-none-match': `"x", W/${etag}` })).toBe(304)
    expect(await status({ 'if-none-match': '"other"' })).toBe(200)
    expect(await status({ 'if-modified-since': changed })).toBe(304)
    expect(await status({ 'if-modified-since': new Date(0).toUTCString() })).toBe(200)
  })

  it('saves under a name on request, whatever the name contains', async () => {
    const path = `/object/public/conf_images/${open}`
    const disposition = async (query: string) =>
      (await raw(engine, 'GET', `${path}?${query}`)).headers['content-disposition']
    expect(await disposition('download')).toBe('attachment;')
    expect(await disposition('download=my%20carp.png')).toBe(
      "attachment; filename=my%20carp.png; filename*=UTF-8''my%20carp.png",
    )
    const hostile = await raw(engine, 'GET', `${path}?download=a%0d%0aX-Evil:1%22`)
    expect(hostile.headers['content-disposition']).toBe(
      "attachment; filename=a%0D%0AX-Evil%3A1%22; filename*=UTF-8''a%0D%0AX-Evil%3A1%22",
    )
    expect(hostile.headers['x-evil']).toBeUndefined()
    expect(await disposition('other=1')).toBeUndefined()
  })
})

it('serves parts of an object', async () => {
  const token = await tokenOf(member)
  const get = (range: string, headers = {}) =>
    raw(engine, 'GET', `/object/authenticated/conf_files/${note}`, { token, headers: { range, ...headers } })
  for (const [range, part, contentRange] of [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-900', '56789', 'bytes 5-9/10'],
  ] as const) {
    const reply = await get(range)
    expect([reply.status, reply.body.toString(), reply.headers['content-range']]).toEqual([206, part, contentRange])
  }
  const whole = await get('bytes=0-1,4-5')
  expect([whole.status, whole.body.toString()]).toEqual([200, '0123456789'])
  expect((await get('bytes=0-1', { 'if-range': '"another version"' })).status).toBe(200)
  expect((await get('bytes=10-')).json()).toMatchObject({ statusCode: '416', code: 'InvalidRange' })
})

it('serves types that are not known to be harmless as a download', async () => {
  const name = ownName(member, 'html')
  const page = '<script>alert(1)</script>'
  await member.storage.from('conf_files').upload(name, page, { contentType: 'text/html', cacheControl: '60' })
  const token = await tokenOf(member)
  const reply = await raw(engine, 'GET', `/object/conf_files/${name}`, { token })
  expect(reply.headers['content-type']).toBe('application/octet-stream')
  expect(reply.body.toString()).toBe(page)
})

describe('a signed address', () => {
  it('opens one object without a session, if the signer may read it at the time', async () => {
    const { data } = await member.storage.from('conf_private').createSignedUrl(hidden, 60)
    const reply = await fetch(data?.signedUrl ?? '')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('image/png')
    const saved = await member.storage.from('conf_private').createSignedUrl(hidden, 60, { download: 'carp.png' })
    expect((await fetch(saved.data?.signedUrl ?? '')).headers.get('content-disposition')).toContain('carp.png')
    const { error } = await other.storage.from('conf_private').createSignedUrl(hidden, 60)
    expect(error).toMatchObject({ statusCode: '404' })
  })

  it('opens nothing else: another object, a changed token, a session token, no token', async () => {
    const { data } = await member.storage.from('conf_private').createSignedUrl(hidden, 60)
    const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
    const get = (path: string, value: string) => raw(engine, 'GET', `/object/sign/${path}?token=${value}`)
    expect((await get(`conf_files/${note}`, token)).json()).toMatchObject({ code: 'InvalidSignature' })
    expect((await get(`conf_private/${hidden}`, '')).json()).toMatchObject({ code: 'InvalidSignature' })
    const [head, , tail] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ url: `conf_private/${hidden}`, scope: 'download', exp: 9e9 }))
    for (const value of [`${head}.${forged.toString('base64url')}.${tail}`, await tokenOf(other), 'x'])
      expect((await get(`conf_private/${hidden}`, value)).json()).toMatchObject({ code: 'InvalidJWT' })
    // Nor is the token of an address a session.
    const list = await raw(engine, 'POST', '/object/list/conf_private', { token, body: ['{"prefix":""}'] })
    expect(list.json()).toMatchObject({ statusCode: '403' })
  })

  it('expires', async () => {
    const { data } = await member.storage.from('conf_private').createSignedUrl(hidden, 1)
    const address = data?.signedUrl ?? ''
    const body = async () => (await (await fetch(address)).json()) as { code?: string }
    await expect.poll(async () => (await fetch(address)).status, { timeout: 5_000, interval: 200 }).toBe(400)
    expect(await body()).toMatchObject({ code: 'InvalidJWT', message: '"exp" claim timestamp check failed' })
  })

  it('refuses an invalid lifetime', async () => {
    for (const seconds of [0, -5, 1.5, 1e12])
      expect((await member.storage.from('conf_private').createSignedUrl(hidden, seconds)).error).toMatchObject({
        statusCode: '400',
      })
  })

  it('is made for many at once, with an error for each that does not exist', async () => {
    const paths = [hidden, 'not/there.png', '../x']
    const { data } = await member.storage.from('conf_private').createSignedUrls(paths, 60)
    expect(data?.map(({ path, error }) => ({ path, error }))).toEqual([
      { path: hidden, error: null },
      { path: 'not/there.png', error: 'Either the object does not exist or you do not have access to it' },
      { path: '../x', error: 'Either the object does not exist or you do not have access to it' },
    ])
    expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200)
    const theirs = await other.storage.from('conf_private').createSignedUrls([hidden], 60)
    expect(theirs.data?.[0]).toMatchObject({ signedUrl: null })
  })
})
