import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createAddressedFiles } from './own-address.ts'
import type { StaticFile } from './static-files.ts'

// Text as repetitive as a page's, so that stronger compression makes it smaller.
const filler = Array.from({ length: 4000 }, (_, n) => `<i class="w${(n * n) % 97}">${(n * 7919) % 1013}</i>`).join('\n')
const page = `<meta property="og:image" content="/preview.jpg" />${filler}`
const file: StaticFile = {
  type: 'text/html',
  etag: '"1"',
  identity: Buffer.from(page),
  br: Buffer.from('br'),
  gzip: undefined,
}

it('puts the address before a preview’s picture, and serves the page fully compressed from then on', async () => {
  const addressed = createAddressedFiles(new Map([['/index.html', file]]))
  const ask = () => addressed('/index.html', 'https://club.example')
  const whole = page.replace('content="/', 'content="https://club.example/')
  const first = ask()
  expect(first?.identity.toString()).toBe(whole)
  await expect.poll(() => ask()?.br?.length, { timeout: 20_000 }).toBeLessThan(first?.br?.length ?? 0)
  for (const made of [first, ask()]) expect(brotliDecompressSync(made?.br ?? '').toString()).toBe(whole)
  expect(ask()?.etag).toBe(first?.etag)
})

it('compresses each of several pages fully, whichever were made meanwhile', async () => {
  const addressed = createAddressedFiles(new Map([['/index.html', file]]))
  const ask = () => [1, 2, 3].map((n) => addressed('/index.html', `https://club${n}.example`)?.br?.length ?? 0)
  const quick = ask()
  const smaller = () => ask().map((length, n) => length < (quick[n] ?? 0))
  await expect.poll(smaller, { timeout: 60_000 }).toEqual([true, true, true])
})

it('leaves a file without an address unchanged', () => {
  const plain = { ...file, identity: Buffer.from('<p>hello</p>') }
  expect(createAddressedFiles(new Map([['/index.html', plain]]))('/index.html', 'https://club.example')).toBe(plain)
})
