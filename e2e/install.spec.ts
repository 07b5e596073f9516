import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { type Release, release } from './support/release.ts'
import { expect, test } from './support/test.ts'
import { storedAddresses, untilControlled } from './support/worker.ts'

test.use({ serviceWorkers: 'allow' })

interface Manifest {
  name: string
  start_url: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  shortcuts: { url: string; icons: { src: string }[] }[]
}

test('the app can be installed: manifest, icons of the declared size, shortcuts to pages', async ({
  page,
  instance,
}) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await fetch(new URL(href ?? '', instance.url))).json()) as Manifest
  expect(manifest).toMatchObject({ name: 'Bankside', start_url: '/', display: 'standalone' })
  expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`).sort()).toEqual([
    'any 192x192',
    'any 512x512',
    'any any',
    'maskable 192x192',
    'maskable 512x512',
  ])
  const size = async (src: string) => {
    const { width, height } = await sharp(await (await fetch(instance.url + src)).arrayBuffer()).metadata()
    return `${width}x${height}`
  }
  for (const { src, sizes } of manifest.icons.filter(({ type }) => type === 'image/png'))
    expect(await size(src), src).toBe(sizes)
  expect(await size((await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? '')).toBe('180x180')
  for (const { url } of manifest.shortcuts) expect((await fetch(instance.url + url)).status, url).toBe(200)

  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

test('a shared link has a picture and a text, and robots find the public pages', async ({ page, instance }) => {
  await page.goto('/')
  const meta = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute('content')
  expect(await meta('title')).toContain('Bankside')
  const picture = await sharp(await (await fetch((await meta('image')) ?? '')).arrayBuffer()).metadata()
  expect([picture.width, picture.height]).toEqual([1200, 630])
  const robots = await (await fetch(`${instance.url}/robots.txt`)).text()
  const list = await (await fetch(/^Sitemap: (.+)$/m.exec(robots)?.[1] ?? '')).text()
  const pages = [...list.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address = '']) => new URL(address))
  expect(pages.map(({ pathname }) => pathname)).toContain('/leaderboard')
  for (const { origin, pathname } of pages) {
    expect(origin).toBe(instance.url)
    expect(robots).not.toMatch(new RegExp(`^Disallow: ${pathname}$`, 'm'))
  }
})

test('the bars of the phone and the window follow the chosen theme', async ({ page }) => {
  const colours = () =>
    page.locator('meta[name="theme-color"]').evaluateAll((all) => all.map((one) => one.getAttribute('content')))
  await page.goto('/')
  await page.getByLabel('Theme').selectOption('dark')
  expect(await colours()).toEqual(['#0f1b18', '#0f1b18'])
  await page.getByLabel('Theme').selectOption('light')
  expect(await colours()).toEqual(['#ffffff', '#ffffff'])
})

test.describe('a new version', () => {
  let site: Release
  test.beforeEach(async ({ instance }) => {
    site = await release(instance.url)
  })
  test.afterEach(() => site.close())

  const prompt = (page: Page) => page.getByText('A new version is ready.')
  const build = (page: Page) => page.locator('meta[name=build]').getAttribute('content')
  const lookForNews = (page: Page) =>
    page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  /** The build of the active worker, as it reports it. */
  const workerBuild = (page: Page) =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = ({ data }) => resolve(data)
          navigator.serviceWorker.controller?.postMessage('build', [port2])
        }),
    )

  test('is offered on pages of the old one, and starts when the reader accepts', async ({ page }) => {
    await page.goto(site.url)
    await untilControlled(page)
    const before = await build(page)
    expect(await workerBuild(page)).toBe(before)
    await expect(prompt(page)).toBeHidden()

    site.next()
    await lookForNews(page)
    await expect(prompt(page)).toBeVisible()
    expect(await workerBuild(page)).toBe(before)
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload' }).click()
    await loaded
    expect(await build(page)).toBe(`${before}-2`)
    await expect.poll(() => workerBuild(page)).toBe(`${before}-2`)
    await expect(prompt(page)).toBeHidden()
  })

  test('is not offered to a page that has just loaded it, but to other open pages', async ({ page, context }) => {
    test.setTimeout(90_000)
    // Asking a worker again and again would keep the old one busy, and the new one starts when the old one has been idle
    // for up to 30 seconds.
    await context.addInitScript(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        document.documentElement.dataset.workerChanged = 'yes'
      })
    })
    const workerChanged = (of: Page) => of.evaluate(() => document.documentElement.dataset.workerChanged)
    await page.goto(site.url)
    await untilControlled(page)
    const before = await build(page)
    site.next()
    const second = await context.newPage()
    await second.goto(site.url)
    expect(await build(second)).toBe(`${before}-2`)
    await expect.poll(() => workerChanged(second), { timeout: 60_000 }).toBe('yes')
    expect(await workerBuild(second)).toBe(`${before}-2`)
    await expect(prompt(page)).toBeVisible()
    await expect(prompt(second)).toBeHidden()
  })

  test.describe('without a worker', () => {
    test.use({ expectedErrors: /404/ })

    test('removes the worker and everything it stored from the device', async ({ page }) => {
      await page.goto(site.url)
      await untilControlled(page)
      expect((await storedAddresses(page)).length).toBeGreaterThan(10)
      site.withdraw()
      await page.reload()
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), {
          timeout: 15_000,
        })
        .toBe(0)
      await expect.poll(() => storedAddresses(page)).toEqual([])
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
    })
  })
})
