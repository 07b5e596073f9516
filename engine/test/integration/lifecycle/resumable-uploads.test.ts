import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ask as askUpload, begun, send } from '../../conformance/resumable-upload.ts'
import { type Checkout, makeCheckout } from './checkout.ts'
import { ask, cleanUp, type EngineProcess, startedFolder, startProcess } from './engine-process.ts'

const PART = 200_000

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let checkout: Checkout
let DATA_DIR: string
beforeAll(async () => {
  checkout = await makeCheckout()
  DATA_DIR = await startedFolder(checkout.main)
})
afterAll(async () => {
  await cleanUp()
  checkout.remove()
})

it('goes on after the engine was killed: between parts, in the middle of one, and while it is finished', async () => {
  const cluster = join(DATA_DIR, 'postgres')
  let engine: EngineProcess = await startProcess(checkout.main, { DATA_DIR })
  await ask(
    cluster,
    `insert into storage.buckets (id, name, public, file_size_limit) values ('kills', 'kills', false, 5242880)`,
  )
  const { secretKey: token } = JSON.parse(readFileSync(join(DATA_DIR, 'secrets.json'), 'utf8')) as { secretKey: string }
  const at = () => ({ url: engine.url, publishableKey: token })
  const content = randomBytes(20 * PART)
  const given = { token, bucketName: 'kills', objectName: 'film.bin', length: content.length }
  const place = await begun(at(), given)
  const offset = async () => Number((await askUpload(at(), 'HEAD', place, { token })).headers['upload-offset'])
  const state = async () =>
    (
      (await ask(cluster, 'select writer, version, is_finished from engine.resumable_uploads')) as Record<
        string,
        unknown
      >[]
    )[0]
  const killAndStart = async () => {
    await engine.end('SIGKILL')
    engine = await startProcess(checkout.main, { DATA_DIR })
  }

  // Between two parts.
  expect((await send(at(), place, 0, content.subarray(0, PART), { token })).status).toBe(204)
  await killAndStart()
  expect(await offset()).toBe(PART)

  // In the middle of a part, of which the rest never arrives.
  const half = content.subarray(PART, PART + PART / 2)
  const cut = send(at(), place, PART, half, { token, headers: { 'content-length': String(PART) } }).catch(
    () => undefined,
  )
  await expect.poll(async () => (await state())?.writer).not.toBeNull()
  await killAndStart()
  await cut
  expect(await offset()).toBe(PART)
  expect((await send(at(), place, PART, content.subarray(PART, 2 * PART), { token })).status).toBe(204)

  // While it is finished: once the object's version is noted, it is about to be stored, or has been.
  const last = send(at(), place, 2 * PART, content.subarray(2 * PART), { token }).catch(() => undefined)
  await expect.poll(async () => (await state())?.version, { interval: 5 }).not.toBeNull()
  await killAndStart()
  await last
  const from = await offset()
  if (from < content.length) expect((await send(at(), place, from, content.subarray(from), { token })).status).toBe(204)
  expect(await offset()).toBe(content.length)

  const reply = await fetch(`${engine.url}/storage/v1/object/kills/film.bin`, {
    headers: { apikey: token, authorization: `Bearer ${token}` },
  })
  expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true)
  expect(await ask(cluster, 'select version from engine.resumable_parts')).toEqual([])
  const rows = (await ask(cluster, 'select version from storage.objects')) as { version: string }[]
  const files = readdirSync(join(DATA_DIR, 'storage/objects'), { recursive: true, withFileTypes: true })
  expect(files.map(({ name }) => name)).toContain(rows[0]?.version)
  await engine.end('SIGTERM')
})
