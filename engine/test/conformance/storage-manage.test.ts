import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asBlob, createBuckets, ownName, pictureBytes } from './storage-fixture.ts'

let engine: TestEngine
let member: Persona
let other: Persona
let png: Blob

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
  other = await signUp(engine)
  png = asBlob(await pictureBytes(), 'image/png')
})
afterAll(() => engine.close())

const files = (client: Persona) => client.storage.from('conf_files')
const put = async (client: Persona, name: string, text = 'x') => {
  const { error } = await files(client).upload(name, text)
  expect(error).toBeNull()
  return name
}
const exists = async (name: string) =>
  (await engine.owner.query('select from storage.objects where name = $1', [name])).length > 0
const blobs = () =>
  readdirSync(join(engine.dataDir, 'storage/objects'), { recursive: true }).filter((name) => String(name).includes('-'))

describe('list', () => {
  it('shows files and folders directly below a folder, sorted, searched and paged', async () => {
    const own = member.user.id
    for (const name of ['b.txt', 'a.txt', 'C_1.txt', 'sub/deep.txt', 'sub/deeper/x.txt'])
      await put(member, `${own}/l/${name}`)
    const names = async (folder: string, options = {}) =>
      (await files(member).list(folder, options)).data?.map(({ name }) => name)
    expect(await names(`${own}/l`)).toEqual(['sub', 'C_1.txt', 'a.txt', 'b.txt'])
    expect(await names(`${own}/l/`)).toEqual(['sub', 'C_1.txt', 'a.txt', 'b.txt'])
    expect(await names(`${own}/l/sub`)).toEqual(['deeper', 'deep.txt'])
    expect(await names(`${own}/l`, { search: 'c_' })).toEqual(['C_1.txt'])
    expect(await names(`${own}/l`, { search: '%' })).toEqual([])
    expect(await names(`${own}/l`, { limit: 2, offset: 1 })).toEqual(['C_1.txt', 'a.txt'])
    expect(await names(`${own}/l`, { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'sub',
      'b.txt',
      'a.txt',
      'C_1.txt',
    ])
    expect(await names(`${own}/l`, { sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
      'sub',
      'b.txt',
      'a.txt',
      'C_1.txt',
    ])
    expect(await names('')).toEqual([own])
    const { data } = await files(member).list(`${own}/l`, { limit: 2 })
    expect(data?.[0]).toEqual({
      name: 'sub',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    })
    expect(data?.[1]).toMatchObject({ id: expect.any(String), metadata: { size: 1 } })
    expect(data?.[1]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('hides what the caller may not see', async () => {
    await put(member, ownName(member, 'txt'))
    for (const client of [other, guest(engine)])
      for (const folder of ['', member.user.id])
        expect(await client.storage.from('conf_files').list(folder)).toEqual({ data: [], error: null })
    expect((await member.storage.from('nowhere').list('')).data).toEqual([])
    expect((await files(member).list(member.user.id)).data?.length).toBeGreaterThan(0)
  })

  it('refuses invalid options', async () => {
    for (const options of [{ limit: 5000 }, { offset: -1 }, { sortBy: { column: 'owner_id; drop table x' } }])
      expect((await files(member).list('', options)).error).toMatchObject({ statusCode: '400' })
  })
})

describe('remove', () => {
  it('removes the row and the file, and skips names that do not exist or are not the caller’s', async () => {
    const mine = await put(member, ownName(member, 'txt'))
    const theirs = await put(other, ownName(other, 'txt'))
    const [before] = await engine.owner.query('select version from storage.objects where name = $1', [mine])
    expect(blobs().some((name) => String(name).endsWith(before?.version))).toBe(true)
    const { data, error } = await files(member).remove([mine, theirs, 'not/there.txt'])
    expect(error).toBeNull()
    expect(data?.map(({ name }) => name)).toEqual([mine])
    expect(data?.[0]).toMatchObject({ bucket_id: 'conf_files', owner_id: member.user.id, metadata: { size: 1 } })
    expect([await exists(mine), await exists(theirs)]).toEqual([false, true])
    expect(blobs().some((name) => String(name).endsWith(before?.version))).toBe(false)
    expect((await guest(engine).storage.from('conf_files').remove([theirs])).data).toEqual([])
    expect(await exists(theirs)).toBe(true)
    expect(await (await files(other).download(theirs)).data?.text()).toBe('x')
  })

  it('is the only way: rows cannot be deleted by SQL', async () => {
    const name = await put(member, ownName(member, 'txt'))
    await expect(engine.owner.query('delete from storage.objects where name = $1', [name])).rejects.toThrow(
      'Direct deletion from storage tables is not allowed',
    )
  })

  it('accepts at most a thousand names at once', async () => {
    const names = Array.from({ length: 1001 }, (_, i) => `x/${i}`)
    expect((await files(member).remove(names)).error).toMatchObject({ statusCode: '400' })
    expect((await files(member).remove(names.slice(1))).data).toEqual([])
  })
})

describe('move and copy', () => {
  it('move a file to another name of the caller', async () => {
    const from = await put(member, ownName(member, 'txt'), 'moved')
    const to = ownName(member, 'txt')
    expect((await files(member).move(from, to)).data).toEqual({ message: 'Successfully moved' })
    expect([await exists(from), await exists(to)]).toEqual([false, true])
    expect(await (await files(member).download(to)).data?.text()).toBe('moved')
    expect((await files(member).move(from, to)).error).toMatchObject({ statusCode: '404' })
  })

  it('copy a file, and the copy is independent', async () => {
    const from = await put(member, ownName(member, 'txt'), 'copied')
    const to = ownName(member, 'txt')
    expect((await files(member).copy(from, to)).data).toEqual({ path: `conf_files/${to}` })
    await files(member).remove([from])
    expect(await (await files(member).download(to)).data?.text()).toBe('copied')
    const occupied = await put(member, ownName(member, 'txt'))
    expect((await files(member).copy(to, occupied)).error).toMatchObject({ statusCode: '409' })
    expect((await files(member).move(to, occupied)).error).toMatchObject({ statusCode: '409' })
  })

  it('copy a file with metadata of its own on request', async () => {
    const from = ownName(member, 'txt')
    const to = ownName(member, 'txt')
    await files(member).upload(from, 'noted', { metadata: { lake: 'Linear' }, cacheControl: '60' })
    const { data } = await member.auth.getSession()
    const copy = (destinationKey: string, more: object) =>
      fetch(`${engine.url}/storage/v1/object/copy`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${data.session?.access_token}`,
          'content-type': 'application/json',
          'x-metadata': Buffer.from('{"lake": "Yateley"}').toString('base64'),
        },
        body: JSON.stringify({ bucketId: 'conf_files', sourceKey: from, destinationKey, ...more }),
      })
    expect((await copy(to, { copyMetadata: false, metadata: { cacheControl: 'max-age=9' } })).status).toBe(200)
    expect((await files(member).info(to)).data).toMatchObject({
      metadata: { lake: 'Yateley' },
      cacheControl: 'max-age=9',
    })
    const same = ownName(member, 'txt')
    expect((await copy(same, {})).status).toBe(200)
    expect((await files(member).info(same)).data).toMatchObject({
      metadata: { lake: 'Linear' },
      cacheControl: 'max-age=60',
    })
  })

  it('cannot reach the folder or the files of another member', async () => {
    const mine = await put(member, ownName(member, 'txt'))
    const theirs = await put(other, ownName(other, 'txt'))
    const foreign = ownName(other, 'txt')
    expect((await files(member).move(mine, foreign)).error).toMatchObject({ statusCode: '403' })
    expect((await files(member).copy(mine, foreign)).error).toMatchObject({ statusCode: '403' })
    const own = ownName(member, 'txt')
    expect((await files(member).move(theirs, own)).error).toMatchObject({ statusCode: '404' })
    expect((await files(member).copy(theirs, own)).error).toMatchObject({ statusCode: '404' })
    expect(await Promise.all([mine, theirs, foreign, own].map(exists))).toEqual([true, true, false, false])
  })

  it('do not bypass the rules of a bucket of pictures', async () => {
    const disguised = ownName(member)
    const page = asBlob('<script>alert(1)</script>', 'image/png')
    expect((await files(member).upload(disguised, page)).error).toBeNull()
    for (const action of ['copy', 'move'] as const) {
      const destinationBucket = action === 'copy' ? 'conf_images' : 'conf_private'
      const { error } = await files(member)[action](disguised, ownName(member), { destinationBucket })
      expect(error).toMatchObject({ statusCode: '415' })
    }
    const photo = ownName(member)
    await member.storage.from('conf_private').upload(photo, png)
    const target = ownName(member)
    const copied = await member.storage.from('conf_private').copy(photo, target, { destinationBucket: 'conf_images' })
    expect(copied.data).toEqual({ path: `conf_images/${target}` })
    const renamed = await member.storage.from('conf_private').move(photo, `${member.user.id}/page.html`)
    expect(renamed.error).toMatchObject({ statusCode: '415' })
  })
})

describe('buckets', () => {
  it('can be neither seen nor changed without a policy', async () => {
    for (const client of [member, guest(engine)]) {
      expect((await client.storage.listBuckets()).data).toEqual([])
      expect((await client.storage.getBucket('conf_files')).error).toMatchObject({ statusCode: '404' })
      expect((await client.storage.createBucket('mine')).error).toMatchObject({ statusCode: '403' })
      expect((await client.storage.updateBucket('conf_files', { public: true })).error).toMatchObject({
        statusCode: '404',
      })
      expect((await client.storage.emptyBucket('conf_files')).error).toMatchObject({ statusCode: '404' })
      expect((await client.storage.deleteBucket('conf_files')).error).toMatchObject({ statusCode: '404' })
    }
    const [bucket] = await engine.owner.query("select public from storage.buckets where id = 'conf_files'")
    expect(bucket?.public).toBe(false)
  })

  it('are created, changed, emptied and deleted with the secret key', async () => {
    const { storage } = service(engine)
    const id = `conf_${randomUUID().slice(0, 8)}`
    const options = { public: true, fileSizeLimit: 1000, allowedMimeTypes: ['text/plain'] }
    expect((await storage.createBucket(id, options)).data).toEqual({ name: id })
    expect((await storage.createBucket(id, options)).error).toMatchObject({ statusCode: '409' })
    expect((await storage.createBucket('no/slash')).error).toMatchObject({ statusCode: '400' })
    const bucket = (await storage.getBucket(id)).data
    expect(bucket).toMatchObject({
      id,
      name: id,
      public: true,
      file_size_limit: 1000,
      allowed_mime_types: ['text/plain'],
    })
    expect(bucket).not.toHaveProperty('type')
    expect((await storage.listBuckets({ search: id })).data).toMatchObject([{ id, type: 'STANDARD' }])
    expect((await storage.updateBucket(id, { public: true, fileSizeLimit: '1.5kb' })).error).toBeNull()
    expect((await storage.getBucket(id)).data?.file_size_limit).toBe(1500)
    expect((await storage.updateBucket(id, { public: true, fileSizeLimit: '20 MB' })).error).toMatchObject({
      statusCode: '400',
      message: 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B',
    })
    expect((await storage.updateBucket(id, { public: true, fileSizeLimit: 1000 })).error).toBeNull()
    expect((await storage.updateBucket(id, { public: false })).data).toEqual({ message: 'Successfully updated' })
    expect((await storage.listBuckets({ search: id })).data).toMatchObject([
      { id, public: false, file_size_limit: 1000 },
    ])
    expect((await storage.from(id).upload('a/b.txt', 'x')).error).toBeNull()
    expect((await storage.from(id).upload('a.bin', 'x', { contentType: 'image/gif' })).error).toMatchObject({
      statusCode: '415',
      message: 'mime type image/gif is not supported',
    })
    expect((await storage.deleteBucket(id)).error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    })
    expect((await storage.emptyBucket(id)).error).toBeNull()
    expect((await storage.from(id).list()).data).toEqual([])
    expect((await storage.deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' })
    expect((await storage.getBucket(id)).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  })
})
