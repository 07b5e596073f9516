import { chromium, type Page } from '@playwright/test'
import { QUIET } from './browser.ts'
import { chromiumPath, type Instance } from './instance.ts'

const SLOWDOWN = 4
const CLICKS = 10

export const INTERACTIONS = ['reaction', 'tab', 'square'] as const
export type Interaction = (typeof INTERACTIONS)[number]

interface Plan {
  path: string
  member: 'tom' | 'finn'
  /** The n-th click; resolves when the page shows the result. */
  click: (page: Page, n: number) => Promise<void>
}

const PLANS: Record<Interaction, Plan> = {
  reaction: {
    path: '/newsfeed',
    member: 'tom',
    click: async (page, n) => {
      const button = page
        .getByRole('group', { name: 'Reactions' })
        .first()
        .getByRole('button')
        .nth(n % 2)
      await button.click()
    },
  },
  tab: {
    path: '/leaderboard',
    member: 'tom',
    click: async (page, n) =>
      page
        .getByRole('tab')
        .nth((n + 1) % 3)
        .click(),
  },
  square: {
    path: '/games',
    // This member has not entered any game yet.
    member: 'finn',
    click: async (page, n) =>
      page
        .locator(`[role=gridcell][data-square="${((n * 7) % 100) + 1}"]`)
        .first()
        .click(),
  },
}

/**
 * The longest time from a click to the next frame, in milliseconds, of ten clicks with a slowed processor:
 * the INP of a page with fewer than fifty clicks.
 */
export async function longestClick(instance: Instance, interaction: Interaction): Promise<number> {
  const { path, member, click } = PLANS[interaction]
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: QUIET })
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(`${instance.url}/robots.txt`)
    const session = await instance.session(member)
    await page.evaluate((stored) => localStorage.setItem('bankside-session', stored), session)
    await page.addInitScript(() => {
      const store = globalThis as unknown as { clicks: number[] }
      store.clicks = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
          if (entry.interactionId) store.clicks.push(entry.duration)
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    })
    await page.goto(instance.url + path, { waitUntil: 'networkidle' })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    for (let n = 0; n < CLICKS; n += 1) {
      await click(page, n)
      // Two frames: the event's entry appears with the one after the click.
      await page.evaluate(
        () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
      )
    }
    await page.waitForLoadState('networkidle')
    const clicks = await page.evaluate(() => (globalThis as unknown as { clicks: number[] }).clicks)
    // Events under 16 ms are not reported.
    return Math.max(16, ...clicks)
  } finally {
    await browser.close()
  }
}
