import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { DEFAULT_CLUB } from './club.ts'
import { logoVersion } from './club-icons.ts'
import { createSiteFiles } from './site-files.ts'
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
  const addressed = createSiteFiles(new Map([['/index.html', file]]))
  const ask = () => addressed('/index.html', 'https://club.example', DEFAULT_CLUB)
  const whole = page.replace('content="/', 'content="https://club.example/')
  const first = await ask()
  expect(first?.identity.toString()).toBe(whole)
  await expect.poll(async () => (await ask())?.br?.length, { timeout: 20_000 }).toBeLessThan(first?.br?.length ?? 0)
  for (const made of [first, await ask()]) expect(brotliDecompressSync(made?.br ?? '').toString()).toBe(whole)
  expect((await ask())?.etag).toBe(first?.etag)
})

it('compresses each of several pages fully when others are written at the same time', async () => {
  const addressed = createSiteFiles(new Map([['/index.html', file]]))
  const sizes = async () => {
    const made = await Promise.all(
      [1, 2, 3].map((n) => addressed('/index.html', `https://club${n}.example`, DEFAULT_CLUB)),
    )
    return made.map((page) => page?.br?.length ?? page?.identity.length ?? 0)
  }
  const quick = await sizes()
  const smaller = async () => (await sizes()).map((length) => length < Math.min(...quick))
  await expect.poll(smaller, { timeout: 60_000 }).toEqual([true, true, true])
})

it('leaves a file without an address unchanged', async () => {
  const plain = { ...file, identity: Buffer.from('<p>hello</p>') }
  expect(
    await createSiteFiles(new Map([['/index.html', plain]]))('/index.html', 'https://club.example', DEFAULT_CLUB),
  ).toBe(plain)
})

const APP =
  '<html lang="en"><title>Bankside</title><meta property="og:title" content="Bankside: a community"/>' +
  '<meta name="club" content="Bankside"/><meta name="apple-mobile-web-app-title" content="Bankside"/>' +
  '<svg class="brand-word" viewBox="0 0 9 9"><use href="#word"/></svg><noscript>Bankside needs JavaScript.</noscript>'

it.each(['Clear Lake', '$& "Carp" <script>alert(1)</script>'])(
  'names the club %s in its page and its app',
  async (name) => {
    const files = createSiteFiles(
      new Map([
        ['/index.html', { ...file, identity: Buffer.from(APP) }],
        [
          '/app.webmanifest',
          {
            ...file,
            identity: Buffer.from(
              '{"id":"/","name":"Bankside","short_name":"Bankside","share_target":{"action":"/share"}}',
            ),
          },
        ],
      ]),
    )
    const page = String(
      (await files('/index.html', 'https://club.example', { name, accent: 'lake', logo: null }))?.identity,
    )
    expect(page).toMatch(/^<html lang="en" data-accent="lake">/)
    expect(page).not.toMatch(/Bankside|brand-word|<script/)
    const shown = name.startsWith('$') ? '$&amp; &quot;Carp&quot; &lt;script&gt;alert(1)&lt;/script&gt;' : name
    expect(page.split(shown)).toHaveLength(7)
    const app = JSON.parse(
      String((await files('/app.webmanifest', '', { name, accent: 'lake', logo: null }))?.identity),
    )
    expect(app).toEqual({ id: '/', name, short_name: name, share_target: { action: '/share' } })
  },
)

const LOGO = '/storage/v1/object/public/games-images/11111111-1111-4111-8111-111111111111/1.png'

it('shows a logo in the bar, and its icons at addresses of its own', async () => {
  const icons = [
    { src: '/mark.svg', type: 'image/svg+xml' },
    { src: '/icons/icon-192.png', type: 'image/png' },
  ]
  const manifest = { name: 'Bankside', short_name: 'Bankside', icons, shortcuts: [{ name: 'News', icons: [icons[1]] }] }
  const built =
    '<link rel="icon" href="/mark.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />' +
    '<meta name="club" content=""/><svg class="brand-mark" viewBox="0 0 48 48"><rect/></svg><svg class="brand-word"><use/></svg>'
  const files = createSiteFiles(
    new Map([
      ['/index.html', { ...file, identity: Buffer.from(built) }],
      ['/app.webmanifest', { ...file, identity: Buffer.from(JSON.stringify(manifest)) }],
    ]),
  )
  const read = async (path: string, logo: string) =>
    String((await files(path, 'https://club.example', { name: 'Bankside', accent: 'tip', logo }))?.identity)
  const version = logoVersion(LOGO)
  expect(await read('/index.html', LOGO)).toBe(
    `<link rel="icon" href="/icons/icon-192.png?v=${version}" type="image/png">` +
      `<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png?v=${version}" />` +
      `<meta name="club" data-logo="${LOGO}" content="Bankside"/>` +
      `<img class="brand-mark" src="${LOGO.replace('object', 'render/image')}?width=96&amp;height=96&amp;resize=cover" alt="">` +
      '<svg class="brand-word"><use/></svg>',
  )
  const shown = [{ src: `/icons/icon-192.png?v=${version}`, type: 'image/png' }]
  expect(JSON.parse(await read('/app.webmanifest', LOGO))).toEqual({
    ...manifest,
    icons: shown,
    shortcuts: [{ name: 'News', icons: shown }],
  })
  expect(await read('/app.webmanifest', LOGO.replace('1.png', '2.png'))).not.toContain(version)
})
