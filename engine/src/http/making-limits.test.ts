import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ResolvedConfig } from '../config.ts'
import type { Logger } from '../kernel/logger.ts'
import { DEFAULT_CLUB } from './club.ts'
import { createHeads } from './page-heads.ts'
import { createSite } from './site.ts'
import type { HttpRequest } from './types.ts'

const folder = mkdtempSync(join(tmpdir(), 'bankside-making-'))
writeFileSync(join(folder, 'index.html'), '<title>Bankside</title><meta property="og:image" content="/card.png"/>')
afterAll(() => rmSync(folder, { recursive: true }))

// Otherwise the limits would refill on a slow machine.
beforeEach(() => vi.spyOn(performance, 'now').mockReturnValue(0))
afterEach(() => vi.restoreAllMocks())

const CLUB = '192.0.2.1'
const log = { debug: () => {} } as unknown as Logger

/** A site whose database has a title for each path. */
function openSite(siteUrl?: string) {
  const asked: string[] = []
  const runAs = async (_context: object, { values }: { values?: readonly unknown[] }) => {
    asked.push(String(values?.[0]))
    return [{ status: 200, title: `Page ${values?.[0]}`, description: null, picture: null }]
  }
  const site = createSite({
    config: { siteUrl: siteUrl ?? 'http://127.0.0.1:3000', rateLimitScale: 1 } as ResolvedConfig,
    siteUrlSet: siteUrl !== undefined,
    webFolder: folder,
    notReady: async () => undefined,
    headOf: createHeads({ runAs } as never, log),
    clubOf: async () => DEFAULT_CLUB,
    readPicture: async () => undefined,
  })
  const page = async (clientIp: string, query: string, host = 'club.example') => {
    const request = { method: 'GET', path: '/register', query, headers: { host }, clientIp } as HttpRequest
    const { status, body } = await site(request)
    return { status, text: String(body) }
  }
  return { asked, page }
}

it('looks up a hundred new pages for one address at once, and gives it the app’s own page after that', async () => {
  const { asked, page } = openSite('https://club.example')
  for (let n = 0; n < 100; n += 1) await page(CLUB, `ref=${n}`)
  expect(asked).toHaveLength(100)
  const beyond = await page(CLUB, 'ref=100')
  expect(beyond.status).toBe(200)
  expect(beyond.text).toContain('<title>Bankside</title>')
  expect(asked).toHaveLength(100)
  expect((await page(CLUB, 'ref=99')).text).toContain('ref=99')
  expect((await page('192.0.2.2', 'ref=100')).text).toContain('<title>Page /register?ref=100 | Bankside</title>')
})

it('puts a hundred invented hosts of one address into pages at once, and none of the rest', async () => {
  const { page } = openSite()
  let whole = 0
  for (let n = 0; n < 150; n += 1)
    if ((await page(CLUB, '', `h${n}.example`)).text.includes(`http://h${n}.example/card.png`)) whole += 1
  expect(whole).toBe(100)
})
