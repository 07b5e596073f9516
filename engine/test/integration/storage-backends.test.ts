import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { startEngine } from '../../../test-support/start-engine.ts'
import { DirectoryBackend } from '../../src/storage/backend/directory.ts'
import { BlobMissingError, type StorageBackend } from '../../src/storage/backend/port.ts'
import { S3Backend } from '../../src/storage/backend/s3.ts'
import { asBlob, createBuckets, ownName, pictureBytes, raw } from '../conformance/storage-fixture.ts'
import { type S3Server, startS3Server } from './storage-s3-server.ts'
import { startS3rver } from './storage-s3rver.ts'

const folder = mkdtempSync(join(tmpdir(), 'bankside-backend-'))
let s3: S3Server
let s3rver: Awaited<ReturnType<typeof startS3rver>>

beforeAll(async () => {
  ;[s3, s3rver] = await Promise.all([startS3Server(), startS3rver()])
})
afterAll(async () => {
  await Promise.all([s3.close(), s3rver.close()])
  rmSync(folder, { recursive: true, force: true })
})

const fileWith = (content: string) => {
  const path = join(folder, `upload-${randomUUID()}`)
  writeFileSync(path, content)
  return path
}

describe.each<[string, () => StorageBackend]>([
  ['directory', () => new DirectoryBackend(join(folder, 'objects'))],
  ['S3', () => new S3Backend(s3.config)],
  ['s3rver', () => new S3Backend(s3rver.config)],
])('the %s backend', (_name, open) => {
  const put = async (content: string) => {
    const key = randomUUID()
    await open().putFile(key, fileWith(content), 'text/plain')
    return key
  }

  it('can be opened a second time', async () => {
    await open().open()
    const key = await put('kept')
    await open().open()
    expect(await text(await open().get(key))).toBe('kept')
  })

  it('returns stored bytes, whole and in parts', async () => {
    const key = await put('0123456789')
    expect(await text(await open().get(key))).toBe('0123456789')
    expect(await text(await open().get(key, { start: 2, end: 4 }))).toBe('234')
    expect(await text(await open().get(key, { start: 9, end: 9 }))).toBe('9')
    expect((await open().stat(key))?.size).toBe(10)
    expect(Math.abs(Date.now() - ((await open().stat(key))?.modifiedAt.getTime() ?? 0))).toBeLessThan(10_000)
  })

  it('stores an empty file', async () => {
    const key = await put('')
    expect(await text(await open().get(key))).toBe('')
    expect((await open().stat(key))?.size).toBe(0)
  })

  it('stores a file of many chunks byte by byte', async () => {
    const bytes = randomBytes(3 * 1024 * 1024 + 7)
    const key = randomUUID()
    const path = fileWith('')
    writeFileSync(path, bytes)
    await open().putFile(key, path, 'application/octet-stream')
    expect(bytes.equals(await buffer(await open().get(key)))).toBe(true)
    expect(existsSync(path)).toBe(false)
  })

  it('lists every blob, over several pages', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, (_, i) => put(`${i}`)))
    const listed = new Map<string, Date>()
    for await (const { key, modifiedAt } of open().list()) listed.set(key, modifiedAt)
    for (const key of keys) expect(listed.get(key)).toBeInstanceOf(Date)
  })

  it('has no blob after its removal, and a second removal is no error', async () => {
    const [gone, kept] = [await put('x'), await put('y')]
    await open().delete([gone, randomUUID()])
    await open().delete([gone])
    await expect(open().get(gone)).rejects.toThrow(BlobMissingError)
    expect(await open().stat(gone)).toBeUndefined()
    expect(await text(await open().get(kept))).toBe('y')
  })

  it('ignores keys that are not its own', async () => {
    for (const key of ['../../etc/passwd', '', `${randomUUID()}/../x`, `x${randomUUID()}`]) {
      await expect(open().get(key)).rejects.toThrow(BlobMissingError)
      await expect(open().putFile(key, fileWith('x'), 'text/plain')).rejects.toThrow(BlobMissingError)
      await expect(open().delete([key])).rejects.toThrow(BlobMissingError)
    }
  })

  it('shows nothing of an unreadable file', async () => {
    const key = randomUUID()
    await expect(open().putFile(key, join(folder, 'not there'), 'text/plain')).rejects.toThrow()
    expect(await open().stat(key)).toBeUndefined()
  })
})

it.each([
  ['signed with another secret', () => ({ ...s3.config, secretAccessKey: 'wrong' })],
  ['unknown to s3rver', () => ({ ...s3rver.config, accessKeyId: 'WRONG' })],
])('refuses to start when the store does not accept the key: %s', async (_name, config) => {
  const stranger = new S3Backend(config())
  await expect(stranger.putFile(randomUUID(), fileWith('x'), 'text/plain')).rejects.toThrow('403')
  await expect(stranger.get(randomUUID())).rejects.toThrow('403')
})

it('serves a whole engine from s3rver: upload, download, removal', async () => {
  const engine = await startEngine({ s3: s3rver.config })
  try {
    await createBuckets(engine)
    const member = await signUp(engine)
    const bucket = member.storage.from('conf_private')
    const name = ownName(member)
    expect((await bucket.upload(name, asBlob(await pictureBytes('png', 90, 40), 'image/png'))).error).toBeNull()
    expect((await bucket.download(name)).data?.type).toBe('image/png')
    expect((await bucket.remove([name])).data?.length).toBe(1)
    expect((await bucket.download(name)).error).not.toBeNull()
    const blobs = new S3Backend(s3rver.config).list()
    const left = await engine.owner.query('select version from storage.objects')
    for await (const { key } of blobs) expect(left.map(({ version }) => version)).not.toContain(key)
  } finally {
    await engine.close()
  }
})

it('serves a whole engine from S3: upload, parts, rendition, replacement, removal', async () => {
  s3.objects.clear()
  const engine = await startEngine({ s3: s3.config })
  try {
    await createBuckets(engine)
    const member = await signUp(engine)
    const bucket = member.storage.from('conf_private')
    const name = ownName(member)
    const png = asBlob(await pictureBytes('png', 200, 100), 'image/png')
    expect((await bucket.upload(name, png)).error).toBeNull()
    expect([...s3.objects.values()].map(({ type }) => type)).toEqual(['image/png'])
    const whole = await (await bucket.download(name)).data?.arrayBuffer()
    const { data } = await bucket.createSignedUrl(name, 60)
    const part = await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'PNG'])
    const small = await bucket.download(name, { transform: { width: 20 } })
    expect(small.data?.size).toBeLessThan(whole?.byteLength ?? 0)
    expect((await bucket.update(name, png)).error).toBeNull()
    expect(s3.objects.size).toBe(1)
    expect((await guest(engine).storage.from('conf_private').download(name)).error).not.toBeNull()
    s3.objects.clear()
    const lost = await raw(
      engine,
      'GET',
      new URL(data?.signedUrl ?? '').pathname.replace('/storage/v1', '') + new URL(data?.signedUrl ?? '').search,
    )
    expect(lost.json()).toMatchObject({ code: 'NoSuchKey' })
    expect((await bucket.remove([name])).data?.length).toBe(1)
  } finally {
    await engine.close()
  }
})

it('takes a part of a file for the whole one nowhere: reading, rendering, copying', async () => {
  s3.objects.clear()
  const engine = await startEngine({ s3: s3.config })
  try {
    await createBuckets(engine)
    const member = await signUp(engine)
    const bucket = member.storage.from('conf_private')
    const [name, copy] = [ownName(member), ownName(member)]
    const png = asBlob(await pictureBytes('png', 200, 100), 'image/png')
    expect((await bucket.upload(name, png)).error).toBeNull()
    s3.isShort = true
    expect((await bucket.download(name)).error).not.toBeNull()
    expect((await bucket.download(name, { transform: { width: 20 } })).error).not.toBeNull()
    expect((await bucket.copy(name, copy)).error).not.toBeNull()
    expect((await engine.owner.query('select name from storage.objects')).map((row) => row.name)).toEqual([name])
    s3.isShort = false
    expect((await bucket.copy(name, copy)).error).toBeNull()
    for (const each of [name, copy]) expect((await bucket.download(each)).data?.size).toBeGreaterThan(100)
  } finally {
    s3.isShort = false
    await engine.close()
  }
})

it('creates the bucket with the first file when the store was down at the start', async () => {
  const backend = new S3Backend({ ...s3rver.config, bucket: 'made-later' })
  const key = randomUUID()
  await backend.putFile(key, fileWith('late'), 'text/plain')
  expect(await text(await backend.get(key))).toBe('late')
})

it('creates the S3 bucket of the settings when it does not exist', async () => {
  const backend = new S3Backend({ ...s3rver.config, bucket: 'made-at-start' })
  await backend.open()
  const key = randomUUID()
  await backend.putFile(key, fileWith('first'), 'text/plain')
  expect(await text(await backend.get(key))).toBe('first')
})
