import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createMadeFiles } from './made-files.ts'
import type { StaticFile } from './static-files.ts'

const original: StaticFile = {
  type: 'text/html',
  etag: '"1"',
  identity: Buffer.from(`NAME ${'some text of a page '.repeat(500)}`),
  br: Buffer.from('br'),
  gzip: Buffer.from('gzip'),
}

/** Pages of the original under other names. */
function pages(limit: number) {
  const made = createMadeFiles(limit)
  const page = (name: string, mayMake?: () => boolean) =>
    made(name, original, (text) => text.replace('NAME', name), mayMake)
  const nameOf = async (name: string) => String((await page(name)).identity).split(' ', 1)[0]
  return { page, nameOf }
}

it('leaves the thread to other requests while a file is compressed', async () => {
  let served = false
  setImmediate(() => {
    served = true
  })
  const { br, gzip } = await pages(10).page('one')
  expect(served).toBe(true)
  for (const text of [brotliDecompressSync(br ?? ''), gunzipSync(gzip ?? '')])
    expect(String(text)).toMatch(/^one some text/)
})

it('makes a file once for requests that arrive together', async () => {
  const { page } = pages(10)
  const [one, same] = await Promise.all([page('one'), page('one')])
  expect(one.br).toBe(same.br)
})

it('sends a file uncompressed, not late, while others are being compressed', async () => {
  const { page } = pages(10)
  const made = await Promise.all(['one', 'two', 'three'].map((name) => page(name)))
  expect(made.map(({ br }) => br !== undefined)).toEqual([true, true, false])
})

it('makes no further files while half of those that are kept wait for their compression', async () => {
  const { nameOf } = pages(4)
  const names = await Promise.all(['one', 'two', 'three'].map(nameOf))
  expect(names).toEqual(['one', 'two', 'NAME'])
  await expect.poll(() => nameOf('three')).toBe('three')
})

it('makes nothing for a client that may not have it, who still gets what exists', async () => {
  const { page, nameOf } = pages(10)
  expect(await page('one', () => false)).toBe(original)
  expect(await nameOf('one')).toBe('one')
  expect(String((await page('one', () => false)).identity)).toMatch(/^one /)
})

it('keeps the files that are requested', async () => {
  const { page } = pages(2)
  const first = await page('one')
  const etagOf = async (name: string) => (await page(name, () => false)).etag
  for (const name of ['two', 'three', 'four']) {
    await expect.poll(async () => (await page(name)).etag).not.toBe(original.etag)
    expect(await etagOf('one')).toBe(first.etag)
  }
  expect(await etagOf('two')).toBe(original.etag)
})
