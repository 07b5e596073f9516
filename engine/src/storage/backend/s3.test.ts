import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { newBlobKey } from './blob-key.ts'
import { S3Backend } from './s3.ts'

const SILENCE_MS = 150
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** @param silenceMs long where a test is not about it: on a busy machine even a store that answers is slow. */
async function storeThat(answers: RequestListener, silenceMs = 30_000): Promise<S3Backend> {
  const server = createServer(answers)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = { endpoint, bucket: 'photos', region: 'eu-west-2', accessKeyId: 'key', secretAccessKey: 'secret' }
  return new S3Backend(config, { silenceMs })
}

it('a store that does not answer is waited for no longer than the limit', async () => {
  const store = await storeThat(() => {}, SILENCE_MS)
  await expect(store.get(newBlobKey())).rejects.toThrow('the file store does not answer')
})

it('a store that falls silent in the middle of a file fails the reader', async () => {
  const store = await storeThat((_, response) => {
    response.writeHead(200, { 'content-length': 8 }).write('half')
  }, 2_000)
  await expect(buffer(await store.get(newBlobKey()))).rejects.toThrow('the file store does not answer')
})

it('a slow reader gets the whole file', async () => {
  const file = Buffer.alloc(4 * 1024 * 1024, 'carp')
  const store = await storeThat((_, response) => {
    response.writeHead(200, { 'content-length': file.length }).end(file)
  }, 1_000)
  const parts: Buffer[] = []
  for await (const part of await store.get(newBlobKey())) {
    if (parts.length === 8) await delay(2_000)
    parts.push(part)
  }
  expect(Buffer.concat(parts).equals(file)).toBe(true)
})

it('a file that a reader leaves is not read on', async () => {
  let ended: ((value: unknown) => void) | undefined
  const left = new Promise((resolve) => {
    ended = resolve
  })
  const store = await storeThat((_, response) => {
    response.once('close', () => ended?.(response.writableFinished))
    response.writeHead(200, { 'content-length': 64 * 1024 * 1024 }).write(Buffer.alloc(1024 * 1024))
  })
  const content = await store.get(newBlobKey())
  content.once('data', () => content.destroy())
  expect(await left).toBe(false)
})
