import type { BrowserContext, Page } from '@playwright/test'
import { signInAt } from './support/crew.ts'
import { SCREENS, UNKNOWN, VISITORS, type Visitor } from './support/demo-screens.ts'
import { fingerFaults } from './support/finger.ts'
import { outsideWhenNarrow } from './support/outside.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

// The demo's club as each visitor sees it on every screen, with checks that apply to each. With PICTURES=1 every screen
// is also saved as a picture in test-results.
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

// One club for all of these tests, filled once.
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
      const touch = viewport.width < 1000
      const context = await browser.newContext({
        baseURL: engine.url,
        viewport,
        hasTouch: touch,
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
          if (touch) expect.soft(await fingerFaults(page), `${name}: what a finger stumbles over`).toEqual([])
          // Not on the phone: elements half covered by the bar at the bottom count as too small there.
          if (!touch) await expectAccessibleInBothThemes(page)
          if (process.env.PICTURES)
            for (const colorScheme of ['dark', 'light'] as const) {
              await page.emulateMedia({ colorScheme })
              await page.screenshot({ path: info.outputPath(`${name}-${viewport.width}-${colorScheme}.png`) })
            }
          // Last: it changes the window and the size of the text.
          if (touch) {
            expect.soft(await outsideWhenNarrow(page), `${name}: what lies outside a window of 320 pixels`).toEqual([])
            await page.setViewportSize(viewport)
          }
        })
      }
      expect(errors.get(page)).toEqual([])
      await context.close()
    })

const errors = new WeakMap<Page, string[]>()

/** A page that records its errors and how far its layout shifted. */
async function watched(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const seen: string[] = []
  errors.set(page, seen)
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('console', (message) => {
    // The page of an unknown address itself is answered with 404.
    const unknown = new URL(page.url()).pathname === UNKNOWN && message.location().url === page.url()
    if (message.type() === 'error' && !unknown) seen.push(`${page.url()}: ${message.text()}`)
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

/** Waits until the page has finished loading: no skeletons, no requests, fonts and pictures loaded. */
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
