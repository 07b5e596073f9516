import { brotliDecompressSync } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import type { Logger } from '../kernel/logger.ts'
import { createHeadedPages, createHeads, type PageHead, pictureAddress, withHead } from './page-heads.ts'

const PAGE =
  '<title>Bankside</title><meta name="description" content="A club."/><meta property="og:type" content="website"/>' +
  '<meta property="og:title" content="Bankside"/><meta property="og:description" content="Games."/><script>x()</script>'
const HEAD: PageHead = { status: 200, title: 'Guess the mirror', description: 'Closes soon.', picture: null }
const log = { debug: () => {} } as unknown as Logger

afterEach(() => vi.useRealTimers())

/** Heads of a database that answers as told, and the paths that it was asked for. */
function heads(answer: (path: string) => Promise<PageHead[]>) {
  const asked: string[] = []
  const runAs = async (_context: object, statement: { values?: readonly unknown[] }) => {
    const path = String(statement.values?.[0])
    asked.push(path)
    return await answer(path)
  }
  return { asked, headOf: createHeads({ runAs } as never, log) }
}

it('writes title and description into the page', () => {
  const page = withHead(PAGE, HEAD, 'Bankside')
  expect(page).toContain('<title>Guess the mirror | Bankside</title>')
  expect(page).toContain('<meta name="description" content="Closes soon."/>')
  expect(page).toContain('<meta property="og:title" content="Guess the mirror"/>')
  expect(page).toContain('<meta property="og:description" content="Closes soon."/>')
})

it.each(['Bankside: games and company', 'Join Bankside', 'A post on Bankside'])(
  'does not add the club to the title %j, which names it',
  (title) => {
    expect(withHead(PAGE, { title, description: null }, 'Bankside')).toContain(`<title>${title}</title>`)
  },
)

it('keeps the page’s own texts where the head has none', () => {
  const page = withHead(PAGE, { title: 'Page Not Found', description: null }, 'Bankside')
  expect(page).toContain('<meta name="description" content="A club."/>')
})

it.each([
  '"/><script>alert(1)</script>',
  "' onload='alert(1)",
  '</title><script>alert(1)</script>',
  "$& $1 $` $' $<lead>",
  '<!--',
  'a\nb\u2028c',
])('writes the hostile title %j as text', (title) => {
  const page = withHead(PAGE, { title, description: title }, 'Bankside')
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page.match(/<meta /g)).toHaveLength(4)
  expect(page).not.toMatch(/content="[^"]*[<>\n]/)
  const decoded = /<title>([^<]*) \| Bankside<\/title>/
    .exec(page)?.[1]
    ?.replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_, name) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name as 'lt'] ?? '',
    )
  expect(decoded).toBe(title.replace(/\s+/g, ' '))
})

it('serves a headed page compressed and with an ETag of its own', async () => {
  const index = { type: 'text/html', etag: '"a"', identity: Buffer.from(PAGE), br: Buffer.from(''), gzip: undefined }
  const page = await createHeadedPages()(index, HEAD, 'Bankside')
  expect(page.etag).not.toBe(index.etag)
  const pages = createHeadedPages()
  expect((await pages(index, { ...HEAD }, 'Bankside')).etag).toBe((await pages(index, { ...HEAD }, 'Bankside')).etag)
  expect(String(brotliDecompressSync(page.br ?? ''))).toBe(String(page.identity))
  expect((await createHeadedPages()(index, { ...HEAD, title: 'Another' }, 'Bankside')).etag).not.toBe(page.etag)
})

it('names the picture of the page, whose address changes with what it shows', () => {
  const page = `${PAGE}<meta property="og:image" content="/preview.jpg"/>`
  const [one, other] = ['Guess the mirror', 'Guess the common'].map((title) =>
    pictureAddress({ path: '/games/1', kind: 'pick_swim', title }),
  )
  expect(one).not.toBe(other)
  expect(withHead(page, HEAD, 'Bankside', `https://club.example${one}`)).toContain(
    `<meta property="og:image" content="https://club.example${one?.replace('&', '&amp;')}"/>`,
  )
  expect(withHead(page, HEAD, 'Bankside')).toContain('content="/preview.jpg"')
})

it('asks the database only once within some seconds', async () => {
  const { asked, headOf } = heads(async () => [HEAD])
  expect(await Promise.all([headOf('/games/1'), headOf('/games/1')])).toEqual([HEAD, HEAD])
  expect(await headOf('/games/1')).toEqual(HEAD)
  expect(asked).toEqual(['/games/1'])
})

it('serves the page without a head when the database is slow or fails', async () => {
  vi.useFakeTimers()
  const slow = heads(() => new Promise(() => {}))
  const waiting = slow.headOf('/games/1')
  await vi.advanceTimersByTimeAsync(300)
  expect(await waiting).toBeUndefined()
  const failing = heads(() => Promise.reject(new Error('no such function')))
  expect(await failing.headOf('/games/1')).toBeUndefined()
})

it('looks up few addresses at once, and none of unlimited length', async () => {
  const open: (() => void)[] = []
  const { asked, headOf } = heads(() => new Promise((resolve) => open.push(() => resolve([HEAD]))))
  const all = Array.from({ length: 50 }, (_, index) => headOf(`/games/${index}`))
  const long = headOf(`/members/${'x'.repeat(1000)}`)
  for (const answer of open) answer()
  const answers = await Promise.all(all)
  expect(asked).toHaveLength(4)
  expect(answers.filter(Boolean)).toHaveLength(4)
  expect(await long).toBeUndefined()
})
