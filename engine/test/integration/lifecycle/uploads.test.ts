import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Checkout, makeCheckout } from './checkout.ts'
import { ask, cleanUp, type EngineProcess, startedFolder, startProcess } from './engine-process.ts'

const ROUNDS = 8
const AT_ONCE = 6

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let checkout: Checkout
let DATA_DIR: string
let cluster: string
let objects: string
beforeAll(async () => {
  checkout = await makeCheckout()
  DATA_DIR = await startedFolder(checkout.main)
  cluster = join(DATA_DIR, 'postgres')
  objects = join(DATA_DIR, 'storage/objects')
})
afterAll(async () => {
  await cleanUp()
  checkout.remove()
})

const files = () =>
  readdirSync(objects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ version: name, path: join(parentPath, name) }))
const rows = async () =>
  (await ask(cluster, 'select name, version from storage.objects')) as { name: string; version: string }[]

async function upload(engine: EngineProcess, key: string, name: string, body: Uint8Array): Promise<string> {
  const reply = await fetch(`${engine.url}/storage/v1/object/kills/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    body: body as BodyInit,
  })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return name
}

it('has no row without a file after kills during uploads, and no file without a row after the sweep', async () => {
  const first = await startProcess(checkout.main, { DATA_DIR })
  await ask(
    cluster,
    `insert into storage.buckets (id, name, public, file_size_limit) values ('kills', 'kills', false, 5242880)`,
  )
  await first.end('SIGTERM')
  const { secretKey } = JSON.parse(readFileSync(join(DATA_DIR, 'secrets.json'), 'utf8')) as { secretKey: string }
  const acknowledged: string[] = []

  for (let round = 0; round < ROUNDS; round += 1) {
    const engine = await startProcess(checkout.main, { DATA_DIR })
    const uploads = Array.from({ length: AT_ONCE }, async (_, i) => {
      // From small to large: when the first is stored, the others are being received, written or inserted.
      const body = new Uint8Array(64 * 1024 * (1 + i * i)).fill(i)
      acknowledged.push(await upload(engine, secretKey, `${round}-${i}.bin`, body))
    })
    await Promise.any(uploads)
    await engine.end('SIGKILL')
    await Promise.allSettled(uploads)
  }

  const engine = await startProcess(checkout.main, { DATA_DIR })
  const kept = await rows()
  const versions = new Set(files().map(({ version }) => version))
  expect(kept.filter(({ version }) => !versions.has(version))).toEqual([])
  expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged))
  await engine.end('SIGTERM')

  // Makes the files left by the kills older than any running upload can be.
  const old = new Date(Date.now() - 2 * 3_600_000)
  for (const { path } of files()) utimesSync(path, old, old)
  const sweeping = await startProcess(checkout.main, { DATA_DIR })
  const expected = (await rows()).map(({ version }) => version).sort()
  await expect
    .poll(() =>
      files()
        .map(({ version }) => version)
        .sort(),
    )
    .toEqual(expected)
  await sweeping.end('SIGTERM')
})
