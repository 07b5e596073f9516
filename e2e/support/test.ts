import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { Instance } from './instance.ts'

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>
type RunOptions = Parameters<AxeBuilder['options']>[0]

interface Fixtures {
  instance: Instance
  /** Console errors that the story expects, e.g. of a call that it makes fail. Any other error fails the test. */
  expectedErrors: RegExp | undefined
  /** The account whose session the next page finds on the device; the login form has its own stories. */
  signIn: (account: { email: string; password: string }) => Promise<void>
}

export const test = base.extend<Fixtures>({
  // Requests handled by a worker cannot be delayed or refused by a test; the specs of the worker allow it.
  serviceWorkers: 'block',
  instance: async ({ baseURL }, use) => {
    const instance = new Instance(baseURL ?? '')
    await use(instance)
    await instance.cleanUp()
  },
  expectedErrors: [undefined, { option: true }],
  // With `instance`, so that the page has ended before the story's games are deleted.
  page: async ({ page, expectedErrors, instance }, use) => {
    const seen: { text: string; url: string }[] = []
    page.on('pageerror', (error) => seen.push({ text: `page error: ${error.message}`, url: page.url() }))
    page.on('console', (message) => {
      const { url } = message.location()
      // The app's own page stands at an unknown address; the browser notes its status.
      const isPage = url === page.url() && message.text().includes('status of 404')
      if (message.type() === 'error' && !isPage) seen.push({ text: `console: ${message.text()}`, url })
    })
    await use(page)
    // A request that is still being answered by a story's own handler when the story ends fails nobody else's.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // The address shows which request failed; it does not decide whether that was expected.
    const unexpected = seen.filter(
      (error) => !expectedErrors?.test(error.text) && !isPhotoOfAnotherStory(error, instance),
    )
    expect(unexpected).toEqual([])
  },
  signIn: async ({ page, instance }, use) => {
    await use(async (account) => {
      const session = JSON.stringify(await instance.session(account))
      // Once only: what the app later does with the session, including ending it, must last.
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

/**
 * A photo of a member whom another story registered: it is deleted with that story's game, while this page shows both
 * stories' games.
 */
function isPhotoOfAnotherStory({ text, url }: { text: string; url: string }, instance: Instance): boolean {
  const [, owner] = /\/storage\/v1\/(?:object|render\/image)\/public\/[a-z-]+\/([0-9a-f-]{36})\//.exec(url) ?? []
  return text.includes('status of 400') && owner !== undefined && !instance.registered.has(owner)
}

// The copy of axe that its builder for Playwright brings along. It is put into a page once: doing so for each scan, as the
// builder does, takes longer than a scan.
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)
const AXE_OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // WCAG 2.5.3: a voice command says what a button shows. axe has it switched off.
  rules: { 'label-content-name-mismatch': { enabled: true } },
  // Only violations are evaluated; axe's other results for a long page take it seconds.
  resultTypes: ['violations'],
}

// The rules whose result depends on colours. A theme changes nothing else of a page.
const AXE_COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
}

/** axe finds nothing on the current page; fails with each rule and the elements that violate it. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([])
}

/** Like {@link expectAccessible}, with the colours of the dark theme and of the light one, in which the page stays. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  expect(await findingsInBothThemes(page)).toEqual([])
}

/** For stories that look at several pages, to report what is wrong on each. One visit is enough for both themes. */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    // During a transition axe would measure an intermediate colour.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    found.push(...(await axeFindings(page, colorScheme === 'dark' ? AXE_OPTIONS : AXE_COLOURS)))
  }
  return found
}

/** What axe finds on the current page, each with the page's path, its theme and the window's width. */
async function axeFindings(page: Page, options = AXE_OPTIONS): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations, where } = await page.evaluate(async (options) => {
    type Run = {
      (options: RunOptions): Promise<AxeResults>
      (context: string[], options: RunOptions): Promise<AxeResults>
    }
    const { axe } = window as unknown as { axe: { run: Run } }
    const { violations } = await axe.run(options)
    // A target that a bar at the window's edge covers in part is small only until it is scrolled to.
    const isSmall = async (target: string) => {
      document.querySelector(target)?.scrollIntoView({ block: 'center', behavior: 'instant' })
      const alone = await axe.run([target], { runOnly: ['target-size'], resultTypes: ['violations'] })
      return alone.violations.length > 0
    }
    const { scrollX, scrollY } = window
    for (const violation of violations.filter(({ id }) => id === 'target-size')) {
      const small = []
      for (const node of violation.nodes) if (await isSmall(String(node.target[0]))) small.push(node)
      violation.nodes = small
      window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    }
    const { theme } = document.documentElement.dataset
    return { violations, where: `${location.pathname}, ${theme}, ${innerWidth} wide` }
  }, options)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${where}: ${id}: ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`,
    ),
  )
}

/** Nothing on the page extends beyond the window's right edge. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }))
  expect(scroll, `width of ${page.url()}`).toBeLessThanOrEqual(client)
}

export { expect }
