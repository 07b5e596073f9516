import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asBlob, createBuckets, ownName, pictureBytes, tokenOf } from '../conformance/storage-fixture.ts'

let engine: TestEngine
let member: Persona

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
})
afterAll(() => engine.close())

const blobs = () =>
  readdirSync(join(engine.dataDir, 'storage'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('renditions'))
    .map(({ name }) => name)
    .sort()
const versions = async () =>
  (await engine.owner.query('select version from storage.objects order by version')).map(({ version }) => version)

const FORM = Buffer.from('--b\r\ncontent-disposition: form-data; name=""; filename="a.jpg"\r\n\r\n')

/** Sends half of an upload, raw or as a form, and disconnects. */
async function hangUp(photo: Buffer, asForm: boolean): Promise<void> {
  const bytes = asForm ? Buffer.concat([FORM, photo]) : photo
  const headers = {
    authorization: `Bearer ${await tokenOf(member)}`,
    'content-length': bytes.length,
    'content-type': asForm ? 'multipart/form-data; boundary=b' : 'image/jpeg',
  }
  const url = `${engine.url}/storage/v1/object/conf_images/${ownName(member, 'jpg')}`
  await new Promise<void>((resolve) => {
    const request = httpRequest(url, { method: 'POST', headers })
    request.on('error', () => resolve())
    request.on('close', () => resolve())
    request.write(bytes.subarray(0, bytes.length / 2), () => request.destroy())
  })
}

it('keeps exactly one file per row during many concurrent uploads, some broken and some aborted half way', async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const create = { width: 500, height: 400, channels: 3 as const, background: '#345678', noise }
  const photo = await sharp({ create }).jpeg({ quality: 95 }).toBuffer()
  const broken = Buffer.concat([photo.subarray(0, 2000), Buffer.alloc(5000, 7)])
  const upload = (bytes: Buffer) =>
    member.storage.from('conf_images').upload(ownName(member, 'jpg'), asBlob(bytes, 'image/jpeg'))
  const good = Array.from({ length: 24 }, () => upload(photo))
  const bad = Array.from({ length: 4 }, () => upload(broken))
  const gone = Array.from({ length: 6 }, (_, i) => hangUp(photo, i % 2 === 0))
  for (const { error } of await Promise.all(good)) expect(error).toBeNull()
  for (const { error } of await Promise.all(bad)) expect(error).toMatchObject({ statusCode: '415' })
  await Promise.all(gone)
  await expect.poll(blobs).toEqual(await versions())
  expect((await versions()).length).toBe(24)
})

it('ends with one complete picture when the same name is replaced many times at once, and readers see only complete ones', async () => {
  const bucket = member.storage.from('conf_private')
  const name = ownName(member)
  const copies = Array.from({ length: 20 }, () => ownName(member))
  const before = new Set(await versions())
  const pictures = await Promise.all([40, 80, 120, 160].map((width) => pictureBytes('png', width, 20)))
  const replacing = Array.from({ length: 16 }, (_, i) =>
    bucket.upload(name, asBlob(pictures[i % 4] ?? Buffer.alloc(0), 'image/png'), { upsert: true }),
  )
  const [first] = await Promise.all([Promise.race(replacing)])
  expect(first.error).toBeNull()
  for (let i = 0; i < 20; i += 1) {
    const { data, error } = await bucket.download(name)
    expect(error).toBeNull()
    expect([40, 80, 120, 160]).toContain((await sharp(await (data as Blob).arrayBuffer()).metadata()).width)
    expect((await bucket.download(name, { transform: { width: 20 + i } })).error).toBeNull()
    expect((await bucket.copy(name, copies[i] ?? '')).error).toBeNull()
  }
  expect((await bucket.remove(copies)).data).toHaveLength(20)
  const ids = new Set((await Promise.all(replacing)).map(({ data }) => data?.id))
  expect(ids.size).toBe(1)
  const now = (await versions()).filter((version) => !before.has(version))
  expect(now).toHaveLength(1)
  expect(blobs()).toEqual([...before, ...now].sort())
})
