import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import type { HttpRequest } from '../../http/types.ts'
import { ByteMemory } from './byte-memory.ts'
import { serveObject } from './serve-blob.ts'

const FILE = Buffer.from('A mirror of 20 lb')

/** A store that returns only the first bytes, as a proxy in front of it may, until it is well again. */
function storeThatReturns(bytes: number, { remembers }: { remembers: boolean }) {
  const get = vi.fn(async () => Readable.from([FILE.subarray(0, bytes)], { objectMode: false }))
  const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {}, child: () => log }
  const memory = new ByteMemory({ total: 1024, each: remembers ? 1024 : 1 })
  const deps = { log, memory, backend: { get } } as unknown as Parameters<typeof serveObject>[0]
  const request = { method: 'GET', headers: {}, query: '' } as unknown as HttpRequest
  const row = { id: 'object', version: 'v1', metadata: { size: FILE.length, mimetype: 'image/webp' }, updated_at: '' }
  return { get, serve: () => serveObject(deps, request, async () => row as never) }
}

it('a part of a file is neither served as the whole one nor kept', async () => {
  const { get, serve } = storeThatReturns(8, { remembers: true })
  await expect(serve()).rejects.toThrow(`the file store returned 8 of ${FILE.length} bytes`)
  get.mockImplementation(async () => Readable.from([FILE], { objectMode: false }))
  expect(await serve()).toMatchObject({ status: 200, body: FILE })
})

it('a part of a large file breaks the connection off', async () => {
  const { serve } = storeThatReturns(8, { remembers: false })
  const { body } = await serve()
  await expect(buffer(body as Readable)).rejects.toThrow(`the file store returned 8 of ${FILE.length} bytes`)
})

it('a whole large file is passed on', async () => {
  const { serve } = storeThatReturns(FILE.length, { remembers: false })
  const { body, headers } = await serve()
  expect(headers).toMatchObject({ 'content-length': FILE.length })
  expect(await buffer(body as Readable)).toEqual(FILE)
})
