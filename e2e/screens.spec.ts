import type { BrowserContext, Page } from '@playwright/test'
import { signInAt } from './support/crew.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

// The demo's club, seen by everybody on every screen: pictures for people to look at, and what must hold on each.
const PASSWORD = 'tight lines'
const VISITORS = {
  guest: undefined,
  tom: { email: 'tom@bankside.test', password: PASSWORD },
  finn: { email: 'finn@bankside.test', password: PASSWORD },
  max: { email: 'max@bankside.test', password: PASSWORD },
  admin: { email: 'admin@bankside.test', password: PASSWORD },
} as const
type Visitor = keyof typeof VISITORS

const SCREENS: readonly [visitor: Visitor, name: string, address: string][] = [
  ['guest', 'landing', '/'],
  ['guest', 'leaderboard-guest', '/leaderboard'],
  ['guest', 'login', '/login'],
  ['guest', 'register', '/register'],
  ['guest', 'forgot-password', '/forgot-password'],
  ['guest', 'not-found', '/no-such-page'],
  ['tom', 'leaderboard', '/leaderboard'],
  ['tom', 'dashboard', '/dashboard'],
  ['tom', 'newsfeed', '/newsfeed'],
  ['tom', 'games', '/games'],
  ['tom', 'live', '/live'],
  ['tom', 'network', '/network'],
  ['tom', 'profile', '/profile'],
  ['finn', 'dashboard-empty', '/dashboard'],
  ['finn', 'profile-empty', '/profile'],
  ['max', 'newsfeed-suspended', '/newsfeed'],
  ['admin', 'console-settings', '/admin'],
  ['admin', 'console-content', '/admin/content'],
  ['admin', 'console-users', '/admin/users'],
  ['admin', 'console-badges', '/admin/badges'],
  ['admin', 'console-points', '/admin/points'],
  ['admin', 'console-referrals', '/admin/referrals'],
  ['admin', 'console-prizes', '/admin/prizes'],
  ['admin', 'console-claims', '/admin/claims'],
  ['admin', 'console-games', '/admin/games'],
  ['admin', 'console-cards', '/admin/cards'],
  ['admin', 'console-videos', '/admin/videos'],
  ['admin', 'console-newsfeed', '/admin/newsfeed'],
  ['admin', 'console-audit', '/admin/audit'],
]
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

// One club for all of them, filled once.
test.describe.configure({ mode: 'default' })

let engine: OwnEngine
test.beforeAll(async () => {
  test.setTimeout(240_000)
  engine = await startOwnEngine('demo')
})
test.afterAll(async () => {
  await engine.stop()
})

for (const viewport of WINDOWS)
  for (const visitor of Object.keys(VISITORS) as Visitor[])
    test(`what ${visitor} sees, ${viewport.width} wide`, async ({ browser }, info) => {
      test.setTimeout(240_000)
      const context = await browser.newContext({
        baseURL: engine.url,
        viewport,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      const page = await watched(context)
      const account = VISITORS[visitor]
      if (account) await signInAt(page, account)
      for (const [who, name, address] of SCREENS) {
        if (who !== visitor) continue
        await test.step(name, async () => {
          await page.goto(address)
          await settled(page)
          expect.soft(await layoutShift(page), `${name}: how far things jumped while it loaded`).toBeLessThan(0.02)
          expect.soft(await brokenPictures(page), `${name}: pictures that did not load`).toEqual([])
          await expectNoSidewaysScroll(page)
          for (const colorScheme of ['dark', 'light'] as const) {
            await page.emulateMedia({ colorScheme })
            const picture = info.outputPath(`${name}-${viewport.width}-${colorScheme}.png`)
            await page.screenshot({ path: picture })
            await info.attach(`${name}, ${colorScheme}`, { path: picture, contentType: 'image/png' })
            // Not on the phone: what lies half under the bar at its foot counts as too small there.
            if (viewport.width > 1000) await expectAccessible(page)
          }
        })
      }
      expect(errors.get(page)).toEqual([])
      await context.close()
    })

const errors = new WeakMap<Page, string[]>()

/** A page that remembers what went wrong in it, and how far its layout jumped. */
async function watched(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const seen: string[] = []
  errors.set(page, seen)
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(`${page.url()}: ${message.text()}`)
  })
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return page
}

/** Nothing on the page is loading any more: no skeletons, no requests, fonts and pictures in place. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

function brokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src),
  )
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
}
