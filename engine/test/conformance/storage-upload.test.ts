import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asBlob, createBuckets, ownName, pictureBytes, raw, tokenOf } from './storage-fixture.ts'

let engine: TestEngine
let member: Persona
let other: Persona
let png: Buffer

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
  other = await signUp(engine)
  png = await pictureBytes()
})
afterAll(() => engine.close())

const rowOf = async (name: string) =>
  (await engine.owner.query('select * from storage.objects where name = $1', [name]))[0]

describe('upload', () => {
  it('stores a form upload as the caller’s object, with the type of its bytes', async () => {
    const name = ownName(member)
    const { data, error } = await member.storage
      .from('conf_images')
      .upload(name, asBlob(png, 'image/png'), { cacheControl: '3600', metadata: { swim: 'North bank' } })
    expect(error).toBeNull()
    expect(data).toEqual({ id: expect.any(String), path: name, fullPath: `conf_images/${name}` })
    const row = await rowOf(name)
    expect(row).toMatchObject({ id: data?.id, owner: member.user.id, owner_id: member.user.id })
    expect(row?.user_metadata).toEqual({ swim: 'North bank' })
    expect(row?.metadata).toMatchObject({
      eTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      mimetype: 'image/png',
      cacheControl: 'max-age=3600',
      httpStatusCode: 200,
    })
    expect(row?.metadata.size).toBe(row?.metadata.contentLength)
  })

  it('accepts raw bytes with their headers, and a form that the caller made', async () => {
    const rawName = ownName(member)
    const options = { contentType: 'image/png', cacheControl: '60', metadata: { a: 1 } }
    const sent = await member.storage.from('conf_images').upload(rawName, png, options)
    expect(sent.error).toBeNull()
    expect((await rowOf(rawName))?.metadata).toMatchObject({ mimetype: 'image/png', cacheControl: 'max-age=60' })
    expect((await rowOf(rawName))?.user_metadata).toEqual({ a: 1 })

    const formName = ownName(member)
    const form = new FormData()
    form.append('photo', asBlob(png, 'image/png'), 'photo.png')
    expect((await member.storage.from('conf_images').upload(formName, form)).error).toBeNull()
    expect((await rowOf(formName))?.metadata).toMatchObject({ cacheControl: 'max-age=3600' })
  })

  it('stores any bytes unchanged in a bucket without a list of types', async () => {
    const name = ownName(member, 'txt')
    expect((await member.storage.from('conf_files').upload(name, 'a note', {})).error).toBeNull()
    const { data } = await member.storage.from('conf_files').download(name)
    expect(await data?.text()).toBe('a note')
    expect(data?.type).toBe('text/plain;charset=utf-8')
  })

  it('refuses a second upload of the same name', async () => {
    const name = ownName(member)
    await member.storage.from('conf_images').upload(name, asBlob(png, 'image/png'))
    const { error } = await member.storage.from('conf_images').upload(name, asBlob(png, 'image/png'))
    expect(error).toMatchObject({ status: 400, statusCode: '409', message: 'The resource already exists' })
  })

  it('refuses a file in the folder of another member', async () => {
    const name = ownName(other)
    const own = ownName(member)
    for (const client of [member, guest(engine)]) {
      const { error } = await client.storage.from('conf_images').upload(name, asBlob(png, 'image/png'))
      expect(error).toMatchObject({
        status: 400,
        statusCode: '403',
        message: 'new row violates row-level security policy',
      })
    }
    expect(await rowOf(name)).toBeUndefined()
    expect((await member.storage.from('conf_images').upload(own, asBlob(png, 'image/png'))).error).toBeNull()
  })

  it('answers an unknown bucket in the shape of the storage service', async () => {
    const reply = await raw(engine, 'POST', `/object/nowhere/${ownName(member)}`, {
      token: await tokenOf(member),
      body: [png],
    })
    expect(reply.status).toBe(400)
    expect(reply.json()).toEqual({
      statusCode: '404',
      error: 'Bucket not found',
      message: 'Bucket not found',
      code: 'NoSuchBucket',
    })
  })

  it('refuses a broken session token', async () => {
    const reply = await raw(engine, 'POST', `/object/conf_images/${ownName(member)}`, { token: 'a.b.c', body: [png] })
    expect(reply.status).toBe(400)
    expect(reply.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized', code: 'AccessDenied' })
  })

  it('refuses a form without a file and a truncated one, and leaves nothing behind', async () => {
    const token = await tokenOf(member)
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const path = () => `/object/conf_images/${ownName(member)}`
    const empty = '--b\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n--b--\r\n'
    const broken = '--b\r\ncontent-disposition: form-data; name=""; filename="a.png"\r\n\r\n\x89PNG'
    for (const body of [empty, broken, 'no form at all'])
      expect((await raw(engine, 'POST', path(), { token, headers, body: [body] })).status).toBe(400)
    const unbounded = { 'content-type': 'multipart/form-data' }
    expect((await raw(engine, 'POST', path(), { token, headers: unbounded, body: [empty] })).status).toBe(400)
  })
})

describe('replacing', () => {
  it('replaces by upsert and by update where the policies allow it, and keeps the ID', async () => {
    const name = ownName(member)
    const bucket = member.storage.from('conf_private')
    const first = await bucket.upload(name, asBlob(png, 'image/png'))
    const wide = await pictureBytes('png', 100, 10)
    const second = await bucket.upload(name, asBlob(wide, 'image/png'), { upsert: true })
    expect(second.error).toBeNull()
    expect(second.data?.id).toBe(first.data?.id)
    const jpeg = await pictureBytes('jpeg', 30, 30)
    expect((await bucket.update(name, asBlob(jpeg, 'image/jpeg'))).error).toBeNull()
    expect((await rowOf(name))?.metadata.mimetype).toBe('image/jpeg')
    expect((await bucket.download(name)).data?.type).toBe('image/jpeg')
  })

  it('refuses upsert and update without an update policy, and does not change the file', async () => {
    const name = ownName(member)
    const bucket = member.storage.from('conf_images')
    await bucket.upload(name, asBlob(png, 'image/png'))
    const before = await rowOf(name)
    const replacement = asBlob(await pictureBytes('png', 10, 10), 'image/png')
    for (const attempt of [bucket.upload(name, replacement, { upsert: true }), bucket.update(name, replacement)])
      expect((await attempt).error).toMatchObject({ statusCode: '403' })
    expect(await rowOf(name)).toEqual(before)
    expect((await bucket.download(name)).data?.size).toBe(before?.metadata.size)
  })

  it('never lets one member replace the file of another', async () => {
    const name = ownName(other)
    await other.storage.from('conf_private').upload(name, asBlob(png, 'image/png'))
    const before = await rowOf(name)
    const mine = asBlob(await pictureBytes('png', 10, 10), 'image/png')
    for (const attempt of [
      member.storage.from('conf_private').upload(name, mine, { upsert: true }),
      member.storage.from('conf_private').update(name, mine),
    ])
      expect((await attempt).error).toMatchObject({ statusCode: '403' })
    expect(await rowOf(name)).toEqual(before)
  })
})

describe('signed upload', () => {
  it('accepts one name without a session, if the signer may upload it, and no other name', async () => {
    const name = ownName(member)
    const { data } = await member.storage.from('conf_images').createSignedUploadUrl(name)
    const token = data?.token ?? ''
    const elsewhere = ownName(other)
    const blob = asBlob(png, 'image/png')
    const visitor = guest(engine).storage.from('conf_images')
    expect((await visitor.uploadToSignedUrl(elsewhere, token, blob)).error).toMatchObject({
      message: 'Invalid signature',
    })
    expect((await visitor.uploadToSignedUrl(name, token, blob)).error).toBeNull()
    expect((await rowOf(name))?.owner_id).toBe(member.user.id)
    expect((await visitor.uploadToSignedUrl(name, token, blob)).error).toMatchObject({ statusCode: '409' })
  })

  it('is refused where the caller may not upload', async () => {
    const { error } = await member.storage.from('conf_images').createSignedUploadUrl(ownName(other))
    expect(error).toMatchObject({ statusCode: '403' })
  })
})

it('lets the secret key upload anywhere', async () => {
  const name = `${randomUUID()}/file.bin`
  const { error } = await service(engine).storage.from('conf_closed').upload(name, png)
  expect(error).toBeNull()
  expect((await rowOf(name))?.owner_id).toBeNull()
})
