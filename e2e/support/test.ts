import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { Instance } from './instance.ts'

interface Fixtures {
  instance: Instance
  /** Console errors that the story expects, e.g. of a call it makes fail. Anything else fails the test. */
  expectedErrors: RegExp | undefined
  /** Signs the page's visitor in through the login form. */
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
  signIn: async ({ page }, use) => {
    await use(async ({ email, password }) => {
      await page.goto('/login')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(
        page.getByRole('button', { name: 'Exit' }).or(page.getByRole('button', { name: 'Menu' })),
      ).toBeVisible()
    })
  },
})

/** axe finds nothing on the page as it stands; fails with each rule and the elements that break it. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
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
