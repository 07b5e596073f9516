import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createAddressedFiles } from './own-address.ts'
import type { StaticFile } from './static-files.ts'

// Words that repeat as those of a page do: what is squeezed harder is smaller then.
const words = Array.from({ length: 4000 }, (_, n) => `<i class="w${(n * n) % 97}">${(n * 7919) % 1013}</i>`).join('\n')
const page = `<meta property="og:image" content="/preview.jpg" />${words}`
const file: StaticFile = {
  type: 'text/html',
  etag: '"1"',
  identity: Buffer.from(page),
  br: Buffer.from('br'),
  gzip: undefined,
}

it('puts the address before a preview’s picture, and sends the page ever after as small as it can be', async () => {
  const addressed = createAddressedFiles(new Map([['/index.html', file]]))
  const ask = () => addressed('/index.html', 'https://club.example')
  const whole = page.replace('content="/', 'content="https://club.example/')
  const first = ask()
  expect(first?.identity.toString()).toBe(whole)
  await expect.poll(() => ask()?.br?.length).toBeLessThan(first?.br?.length ?? 0)
  for (const made of [first, ask()]) expect(brotliDecompressSync(made?.br ?? '').toString()).toBe(whole)
  expect(ask()?.etag).toBe(first?.etag)
})

it('leaves a file alone that names no address', () => {
  const plain = { ...file, identity: Buffer.from('<p>hello</p>') }
  expect(createAddressedFiles(new Map([['/index.html', plain]]))('/index.html', 'https://club.example')).toBe(plain)
})
