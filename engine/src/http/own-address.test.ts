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
  const first = await ask()
  expect(first?.identity.toString()).toBe(whole)
  await expect.poll(async () => (await ask())?.br?.length, { timeout: 20_000 }).toBeLessThan(first?.br?.length ?? 0)
  for (const made of [first, await ask()]) expect(brotliDecompressSync(made?.br ?? '').toString()).toBe(whole)
  expect((await ask())?.etag).toBe(first?.etag)
})

it('compresses each of several pages fully when others are written at the same time', async () => {
  const addressed = createAddressedFiles(new Map([['/index.html', file]]))
  const sizes = async () => {
    const made = await Promise.all([1, 2, 3].map((n) => addressed('/index.html', `https://club${n}.example`)))
    return made.map((page) => page?.br?.length ?? page?.identity.length ?? 0)
  }
  const quick = await sizes()
  const smaller = async () => (await sizes()).map((length) => length < Math.min(...quick))
  await expect.poll(smaller, { timeout: 60_000 }).toEqual([true, true, true])
})

it('leaves a file without an address unchanged', async () => {
  const plain = { ...file, identity: Buffer.from('<p>hello</p>') }
  expect(await createAddressedFiles(new Map([['/index.html', plain]]))('/index.html', 'https://club.example')).toBe(
    plain,
  )
})
