import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { type Release, release } from './support/release.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'
import { storedAddresses, untilControlled } from './support/worker.ts'

test.use({ serviceWorkers: 'allow' })

interface Manifest {
  name: string
  start_url: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
  shortcuts: { url: string; icons: { src: string }[] }[]
  screenshots: { src: string; sizes: string; form_factor: string; label: string }[]
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
  for (const form of ['narrow', 'wide'])
    expect(manifest.screenshots.filter(({ form_factor }) => form_factor === form).length).toBeGreaterThan(2)
  for (const { src, sizes, label } of manifest.screenshots) {
    expect(await size(src), src).toBe(sizes)
    expect(label).not.toBe('')
  }
  const favicon = await fetch(`${instance.url}/favicon.ico`)
  expect([favicon.status, favicon.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
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

test.describe('the offer to install', () => {
  const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'Install' })
  const seenYesterday = (page: Page) =>
    page.addInitScript(() => {
      if (!localStorage.getItem('bankside-visits')) localStorage.setItem('bankside-visits', 'Mon Jan 01 2024')
    })
  /** What Chromium does by itself in a window that is not a test's. */
  const browserOffers = (page: Page) =>
    page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      const prompt = async () => void Object.assign(window, { asked: true })
      return !dispatchEvent(Object.assign(event, { prompt }))
    })
  const wasAsked = (page: Page) => page.evaluate(() => 'asked' in window)

  test('is made to a member on the second day, once, and opens the browser’s own question', async ({
    page,
    instance,
    signIn,
  }) => {
    await seenYesterday(page)
    await signIn(await instance.register())
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await browserOffers(page)).toBe(true)
    await expect(offer(page)).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await offer(page).getByRole('button', { name: 'Install' }).click()
    expect(await wasAsked(page)).toBe(true)
    await expect(offer(page)).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('bankside-visits'))).toBe('offered')
  })

  test('is not made on the first day, and can be declined', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/dashboard')
    await browserOffers(page)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('bankside-visits'))).not.toBeNull()
    await expect(offer(page)).toBeHidden()
    await page.evaluate(() => localStorage.setItem('bankside-visits', 'Mon Jan 01 2024'))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await browserOffers(page)
    await offer(page).getByRole('button', { name: 'Not now' }).click()
    await expect(offer(page)).toBeHidden()
    expect(await wasAsked(page)).toBe(false)
  })

  test('explains how to install on an iPhone, which makes no offer of its own', async ({ page, instance, signIn }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await seenYesterday(page)
    await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
    await signIn(await instance.register())
    await page.goto('/dashboard')
    const how = page.getByText('To install Bankside, tap Share and then “Add to Home Screen”.')
    await expect(how).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(how).toBeHidden()
  })
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

for (const { what, size, forms } of [
  { what: 'phone', size: { width: 390, height: 844 }, forms: ['portrait 390x844'] },
  { what: 'tablet', size: { width: 820, height: 1180 }, forms: ['portrait 820x1180', 'landscape 1180x820'] },
])
  test.describe(`on an Apple ${what}`, () => {
    test.use({ viewport: size, screen: size, deviceScaleFactor: 2 })

    test('the installed app has start images of the size of the screen, for both themes', async ({
      page,
      instance,
      signIn,
    }) => {
      await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
      await signIn(await instance.register())
      await page.goto('/leaderboard')
      const images = page.locator('link[rel=apple-touch-startup-image]')
      await expect(images).toHaveCount(2 * forms.length, { timeout: 15_000 })
      const grounds = new Set<string>()
      for (const link of await images.all()) {
        const picture = sharp(Buffer.from((await link.getAttribute('href'))?.split(',')[1] ?? '', 'base64'))
        const { width = 0, height = 0 } = await picture.metadata()
        const media = (await link.getAttribute('media')) ?? ''
        expect(forms).toContain(`${/orientation: (\w+)/.exec(media)?.[1]} ${width / 2}x${height / 2}`)
        const pixels = await picture.removeAlpha().raw().toBuffer()
        const colour = (x: number, y: number) => [...pixels.subarray(3 * (y * width + x)).subarray(0, 3)]
        grounds.add(`${/scheme: (\w+)/.exec(media)?.[1]} ${colour(0, 0)}`)
        // The green edge of the mark, which is 96 pixels wide.
        expect(colour(width / 2 - 2 * 45, height / 2)).toEqual([0x0b, 0x53, 0x45])
        expect(colour(width / 2 - 2 * 50, height / 2)).toEqual(colour(0, 0))
      }
      expect([...grounds].sort()).toEqual(['dark 7,16,14', 'light 243,246,241'])
    })
  })
