import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asBlob, createBuckets, ownName, pictureBytes, raw } from '../conformance/storage-fixture.ts'

// A stranger requests sizes of a picture that nobody has requested before, many at once.
const AT_ONCE = 20
/** Where a stranger would end who is never kept from going on. */
const MOST = 120

let engine: TestEngine
let member: Persona

beforeAll(async () => {
  engine = await startEngine()
  await createBuckets(engine)
  member = await signUp(engine)
})
afterAll(() => engine.close())

/** Stores a noisy picture. @returns its name, and what requests the renditions of it, each of another width. */
async function noisyPicture() {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#246', noise } })
    .jpeg()
    .toBuffer()
  const name = ownName(member, 'jpg')
  expect((await member.storage.from('conf_images').upload(name, asBlob(bytes, 'image/jpeg'))).error).toBeNull()
  let width = 400
  const render = async (signal?: AbortSignal) => {
    width -= 1
    const path = `/render/image/public/conf_images/${name}?width=${width}`
    return await raw(engine, 'GET', path, signal ? { signal } : {})
  }
  return { name, render }
}

it('stores a picture of a member while a stranger has always twenty renditions waiting', async () => {
  const { render } = await noisyPicture()
  const photo = await pictureBytes('jpeg', 200, 200)
  let isStored = false
  let asked = 0
  const askOn = async () => {
    while (!isStored && asked < MOST) {
      asked += 1
      expect((await render()).status).toBe(200)
    }
  }
  const crowd = Promise.all(Array.from({ length: AT_ONCE }, askOn))
  const upload = member.storage
    .from('conf_images')
    .upload(ownName(member, 'jpg'), asBlob(photo, 'image/jpeg'))
    .finally(() => {
      isStored = true
    })
  expect((await upload).error).toBeNull()
  expect(asked).toBeLessThan(MOST)
  await crowd
})

it('does not make what a stranger requested and did not wait for', async () => {
  const { name, render } = await noisyPicture()
  const clients = Array.from({ length: 2 * AT_ONCE }, () => new AbortController())
  const requests = clients.map(({ signal }) => render(signal))
  await Promise.race(requests)
  for (const client of clients) client.abort()
  expect((await Promise.allSettled(requests)).some(({ status }) => status === 'rejected')).toBe(true)
  // Of the same address, so its turn comes last.
  expect((await render()).status).toBe(200)
  const [object] = await engine.owner.query<{ version: string }>(
    'select version from storage.objects where name = $1',
    [name],
  )
  const made = readdirSync(join(engine.dataDir, 'storage', 'renditions', object?.version ?? ''))
  expect(made.length).toBeLessThan(AT_ONCE)
})
