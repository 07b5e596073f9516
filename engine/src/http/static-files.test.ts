import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ResolvedConfig } from '../config.ts'
import { DEFAULT_CLUB } from './club.ts'
import { createSite } from './site.ts'
import { inlineScriptHashes, inlineStyleHashes, loadStaticFiles } from './static-files.ts'
import type { HttpReply, HttpRequest } from './types.ts'

const PAGE =
  '<!doctype html><meta property="og:title" content="/"><meta property="og:image" content="/card.png"><script>start()</script><style>p{margin:0}</style><script type="module" src="/assets/a-1.js"></script>'
const folder = mkdtempSync(join(tmpdir(), 'bankside-static-'))

beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  const files = {
    'index.html': PAGE,
    'mark.svg': '<svg/>',
    'sw.js': 'worker()',
    'app.webmanifest': '{}',
    'robots.txt': 'User-agent: *\nDisallow: /admin/\nSitemap: /sitemap.xml\n',
    'sitemap.xml': '<urlset><url><loc>/</loc></url><url><loc>/leaderboard</loc></url></urlset>',
    '.env': 'SECRET=1',
    'notes.md': 'x',
    'assets/a-1.js': 'plain',
    'assets/a-1.js.br': 'brotli',
    'assets/a-1.js.gz': 'gzip',
    'assets/a-1.js.map': '{}',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})

afterAll(() => rmSync(folder, { recursive: true }))

async function ask(path: string, headers: Record<string, string> = {}, siteUrl?: string): Promise<HttpReply> {
  const config = {
    siteUrl: siteUrl ?? 'http://127.0.0.1:3000',
    publishableKey: 'sb_publishable_x',
    rateLimitScale: 1,
  } as ResolvedConfig
  const site = createSite({
    config,
    siteUrlSet: siteUrl !== undefined,
    webFolder: folder,
    notReady: async () => undefined,
    headOf: async () => undefined,
    clubOf: async () => DEFAULT_CLUB,
    readPicture: async () => undefined,
  })
  return await site({ method: 'GET', path, query: '', headers, clientIp: '192.0.2.1' } as HttpRequest)
}

it('loads known types only: no dot files, no source maps, nothing unknown', () => {
  expect([...loadStaticFiles(folder).keys()].sort()).toEqual([
    '/app.webmanifest',
    '/assets/a-1.js',
    '/index.html',
    '/mark.svg',
    '/robots.txt',
    '/sitemap.xml',
    '/sw.js',
  ])
  expect(loadStaticFiles(join(folder, 'missing')).size).toBe(0)
})

it('sends the smallest variant that the client takes', async () => {
  const body = async (encoding: string) => String((await ask('/assets/a-1.js', { 'accept-encoding': encoding })).body)
  expect(await body('gzip, deflate, br')).toBe('brotli')
  expect(await body('gzip')).toBe('gzip')
  expect(await body('br;q=0, gzip;q=0')).toBe('plain')
  expect(await body('')).toBe('plain')
})

it('lets browsers cache hashed files for a year, and makes them revalidate all others', async () => {
  expect((await ask('/assets/a-1.js')).headers?.['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await ask('/', {}, 'https://club.example')).headers?.['cache-control']).toBe('no-cache')
  // Without a site address the page may contain the Host header of its reader, so no other client may receive it.
  const page = await ask('/')
  expect(page.headers?.['cache-control']).toBe('private, no-cache')
  const again = await ask('/', { 'if-none-match': `W/"x", ${page.headers?.etag}` })
  expect(again.status).toBe(304)
  expect(again.headers?.['content-security-policy']).toBeDefined()
})

it('makes browsers revalidate the worker and the manifest each time, and names their types', async () => {
  for (const [path, type] of [
    ['/sw.js', 'text/javascript; charset=utf-8'],
    ['/app.webmanifest', 'application/manifest+json; charset=utf-8'],
  ] as const) {
    const { headers } = await ask(path)
    expect([headers?.['cache-control'], headers?.['content-type']]).toEqual(['no-cache', type])
  }
  const policy = String((await ask('/')).headers?.['content-security-policy'])
  expect(policy).toContain("worker-src 'self'")
  expect(policy).toContain("manifest-src 'self'")
})

it('gives outsiders whole addresses: the site’s own, else the one that they used', async () => {
  const text = async (path: string, siteUrl?: string) =>
    String((await ask(path, { host: 'lake.example:81' }, siteUrl)).body)
  expect(await text('/robots.txt', 'https://club.example')).toContain('\nSitemap: https://club.example/sitemap.xml\n')
  expect(await text('/sitemap.xml', 'https://club.example')).toContain('<loc>https://club.example/leaderboard</loc>')
  expect(await text('/leaderboard', 'https://club.example')).toContain(
    'og:image" content="https://club.example/card.png"',
  )
  expect(await text('/sitemap.xml')).toContain('<loc>http://lake.example:81/</loc>')
  for (let other = 0; other < 20; other += 1)
    expect(String((await ask('/robots.txt', { host: `h${other}.example` })).body)).toContain(
      `http://h${other}.example/`,
    )
  expect(String((await ask('/sitemap.xml', { host: '<script>' })).body)).toContain('<loc>http://127.0.0.1:3000/</loc>')
})

it('answers every route of the app with its page, a missing file and a malformed path with 404', async () => {
  for (const path of ['/', '/index.html', '/leaderboard', '/admin/games']) {
    const reply = await ask(path)
    expect(reply.status).toBe(200)
    expect(String(reply.body)).toBe(PAGE.replace('"/card.png"', '"http://127.0.0.1:3000/card.png"'))
  }
  for (const path of ['/assets/b-2.js', '/favicon.png', '/assets/', '/.env', '/%2e%2e/package.json', '/notes.md'])
    expect((await ask(path)).status, path).toBe(404)
  expect((await ask('/%')).status).toBe(404)
})

it('answers the address of a name with a dot with the page, and no other address with a dot', async () => {
  const list = join(folder, 'routes.json')
  writeFileSync(list, JSON.stringify(['/', '/members', '/members/:username', '/admin/*']))
  try {
    for (const path of ['/members/J.Smith', '/members/Mr.%20Fish', '/members/J.Smith/', '/MEMBERS/a.js'])
      expect((await ask(path)).status, path).toBe(200)
    for (const path of [
      '/admin/app.js',
      '/members.js',
      '/members/a/b.js',
      '/members/.env',
      '/members/..%2f.env',
      '/x.y',
    ])
      expect((await ask(path)).status, path).toBe(404)
  } finally {
    rmSync(list)
  }
})

it('allows the page’s own inline script and styles by their hashes, and no other script, style, frame or page around it', async () => {
  const hash = createHash('sha256').update('start()').digest('base64')
  const style = createHash('sha256').update('p{margin:0}').digest('base64')
  expect(inlineScriptHashes(PAGE)).toEqual([hash])
  expect(inlineStyleHashes(PAGE)).toEqual([style])
  const policy = String((await ask('/', { host: 'club.example' })).headers?.['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).toContain(`style-src 'self' 'sha256-${style}';`)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("connect-src 'self' ws://club.example;")
  expect(policy).not.toContain('unsafe')
})

it('copies no Host header that is invalid or not the site’s into headers and settings', async () => {
  const host = "evil.example; script-src 'unsafe-inline'"
  expect(String((await ask('/', { host })).headers?.['content-security-policy'])).not.toContain('evil')
  expect(JSON.parse(String((await ask('/config.json', { host })).body)).url).toBe('http://127.0.0.1:3000')
  const set = await ask('/config.json', { host: 'evil.example' }, 'https://club.example')
  expect(JSON.parse(String(set.body)).url).toBe('https://club.example')
})
