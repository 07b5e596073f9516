import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { holdAnswers } from './support/hold.ts'
import { expect, test } from './support/test.ts'

const built = fileURLToPath(new URL('../dist/web', import.meta.url))
const KB = 1024

/** Paths of all scripts that the page requests from now on. */
function scriptsOf(page: Page): Set<string> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  return scripts
}

const weight = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(join(built, path)), { level: 9 }).length, 0)

/** The chunk of the client, which is loaded in parallel with the app. */
const clientChunk = () => {
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  return /<link rel="modulepreload" href="(\/assets\/[^"]+)" fetchpriority="low" crossorigin="">/.exec(page)?.[1] ?? ''
}

test('the landing page is usable with less than 120 KB of JavaScript, before the client has loaded', async ({
  page,
}) => {
  const scripts = scriptsOf(page)
  const client = clientChunk()
  const release = await holdAnswers(page, `**${client}`)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('link', { name: 'Leaderboard' }).click()
  await expect(page).toHaveURL('/leaderboard')
  scripts.delete(client)
  // The page that the link leads to has code of its own, and the worker is looked after when the browser is idle.
  const needed = [...scripts].filter((path) => !/\/(leaderboard|stand-in|keep-worker)-/.test(path))
  expect(needed.length).toBeGreaterThan(2)
  expect(weight(needed)).toBeLessThan(120 * KB)
  release()
})

test('the page paints its bar, and the landing page its picture, before any script has loaded', async ({ page }) => {
  const release = await holdAnswers(page, '**/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('.first-paint .brand-word')).toBeVisible()
  const picture = await page.evaluate(
    () => getComputedStyle(document.querySelector('.first-paint')!, '::before').background,
  )
  expect(picture).toContain('/assets/hero-')
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.first-paint')).toHaveCount(0)
})

test('the page itself fits into the first ten packets of an answer', async ({ request }) => {
  const packets = 10 * 1460
  const ask = () => request.get('/newsfeed', { headers: { 'accept-encoding': 'br' } })
  // The first request for an address gets it before compression has finished.
  await expect
    .poll(async () => {
      const reply = await ask()
      const head = reply.headersArray().reduce((sum, { name, value }) => sum + name.length + value.length + 4, 0)
      return head + Number(reply.headers()['content-length'])
    })
    .toBeLessThan(packets)
})

test('text uses the text font, of which a first screen loads one file of less than 60 KB', async ({ page }) => {
  const fonts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.add(new URL(request.url()).pathname)
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const used = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ unicodeRange }) => unicodeRange.split(',')[0])
  })
  expect(used).toEqual(['U+20-7E'])
  expect([...fonts].map((path) => path.replace(/-[^-]+$/, ''))).toEqual(['/assets/mona-sans-basic'])
  for (const path of fonts) expect(readFileSync(join(built, path)).length).toBeLessThan(60 * KB)
})

test('the feed is usable with less than 220 KB of JavaScript', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.setViewportSize({ width: 390, height: 844 })
  const scripts = scriptsOf(page)
  // An award, or a post with several photos, of another story may be in the feed. The page is usable before the badge is
  // drawn, or the further photos can be reached.
  const isDrawing = (path: string) => /\/(badge-drawing|more-photos)-/.test(path)
  const release = await holdAnswers(page, '**/assets/badge-drawing-*')
  await page.goto('/newsfeed')
  await page.getByRole('textbox', { name: 'Write a post' }).click()
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('article').first().or(page.getByText('No posts yet. Start the conversation.')),
  ).toBeVisible()
  expect(scripts).toContain(clientChunk())
  expect(weight([...scripts].filter((path) => !isDrawing(path)))).toBeLessThan(220 * KB)
  release()
})

test('what is beside the feed on a laptop is loaded after the posts', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  const scripts = scriptsOf(page)
  const isRail = (path: string) => path.includes('/rail-')
  const release = await holdAnswers(page, '**/rest/v1/rpc/newsfeed_page**')
  await page.goto('/newsfeed')
  await expect(page.getByRole('textbox', { name: 'Write a post' })).toBeVisible()
  expect([...scripts].filter(isRail)).toEqual([])
  release()
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'Around you' })).toBeVisible()
  expect([...scripts].filter(isRail)).toHaveLength(1)
})

test('members never receive code of the console, on any page', async ({ page, instance, signIn }) => {
  expect(readdirSync(join(built, 'assets/console')).length).toBeGreaterThan(0)
  const scripts = scriptsOf(page)
  await signIn(await instance.register())
  for (const path of [
    '/',
    '/leaderboard',
    '/dashboard',
    '/games',
    '/live',
    '/network',
    '/newsfeed',
    '/profile',
    '/admin',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  }
  await expect(page).toHaveURL('/')
  expect([...scripts].filter((path) => path.includes('/console/'))).toEqual([])
})

test('the code of a page is loaded before its link is followed', async ({ page }) => {
  await page.goto('/')
  const asked = page.waitForRequest(/\/assets\/register-[^/]+\.js$/)
  await page.getByRole('main').getByRole('link', { name: 'Register' }).first().hover()
  await asked
  expect(new URL(page.url()).pathname).toBe('/')
})

test('one font is loaded, early; photos below the fold wait, and every photo has its size', async ({ page }) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  expect(fonts).toHaveLength(1)
  await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(1)
  const images = await page.locator('img').evaluateAll((all) =>
    all.map((image) => ({
      sized: image.hasAttribute('width') && image.hasAttribute('height'),
      waits: image.getAttribute('loading') === 'lazy',
      below: image.getBoundingClientRect().top > window.innerHeight,
    })),
  )
  expect(images.filter(({ sized, waits, below }) => !sized || (below && !waits))).toEqual([])
})
