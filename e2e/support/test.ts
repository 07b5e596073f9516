import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { Instance } from './instance.ts'

interface Fixtures {
  instance: Instance
  /** Console errors that the story expects, e.g. of a call it makes fail. Anything else fails the test. */
  expectedErrors: RegExp | undefined
  /** Whose session the next page that is opened finds on the device; the form has stories of its own. */
  signIn: (account: { email: string; password: string }) => Promise<void>
}

export const test = base.extend<Fixtures>({
  // Requests that a worker has its hands on cannot be held or refused by a test; the specs of the worker allow it.
  serviceWorkers: 'block',
  instance: async ({ baseURL }, use) => {
    await use(new Instance(baseURL ?? ''))
  },
  expectedErrors: [undefined, { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const seen: string[] = []
    page.on('pageerror', (error) => seen.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') seen.push(`console: ${message.text()}`)
    })
    await use(page)
    expect(seen.filter((text) => !expectedErrors?.test(text))).toEqual([])
  },
  signIn: async ({ page, instance }, use) => {
    await use(async (account) => {
      const session = JSON.stringify(await instance.session(account))
      // Once: what the app does with the session afterwards, also ending it, must last.
      await page.addInitScript(
        ([mark, session]) => {
          if (window !== top || sessionStorage.getItem(mark)) return
          sessionStorage.setItem(mark, 'yes')
          localStorage.setItem('bankside-session', session)
        },
        [`signed in: ${randomUUID()}`, session] as const,
      )
    })
  },
})

/** axe finds nothing on the page as it stands; fails with each rule and the elements that break it. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Only violations are looked at; all else that axe can tell of a long page takes it seconds.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

/** Nothing on the page reaches past the window's right edge. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }))
  expect(scroll).toBeLessThanOrEqual(client)
}

export { expect }
