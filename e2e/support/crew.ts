import type { Browser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { sectionLink } from './console.ts'
import { skipWelcome } from './skip-welcome.ts'
import { expect } from './test.ts'

/** People with their own browsers, all open at once. */
export class Crew {
  readonly #browser: Browser
  readonly #url: string
  readonly #pages: Page[] = []
  readonly #errors: string[] = []

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  /** Opens a person's own browser; errors in it are recorded for {@link close}. */
  async open(who: string, viewport = { width: 1280, height: 800 }): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL: this.#url, viewport, serviceWorkers: 'block' })
    const page = await context.newPage()
    // The story's own limit is minutes; a step that hangs must not use them up.
    page.setDefaultTimeout(20_000)
    page.on('pageerror', (error) => this.#errors.push(`${who}: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(`${who}: ${message.text()}`)
    })
    this.#pages.push(page)
    return page
  }

  /** Closes every browser; fails when one of them had an error. */
  async close(): Promise<void> {
    for (const page of this.#pages) await page.context().close()
    expect(this.#errors).toEqual([])
  }
}

/** Fills in the form of a new member, who skips the welcome page, and opens their profile. */
export async function register(page: Page, username: string, password = 'quiet-water'): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@bankside.test`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Register' }).click()
  await skipWelcome(page)
  await page.goto('/profile')
}

export async function signInAt(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/login/)
}

/** Marks the page, so that {@link expectNotReloaded} can detect a reload. */
export async function markLoaded(page: Page): Promise<void> {
  await page.evaluate(() => void Object.assign(window, { loadedOnce: true }))
}

/** Everything that appeared since {@link markLoaded} came without a reload. */
export async function expectNotReloaded(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true)
}

/** Opens another screen inside the app. */
export async function goTo(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
  await link.click()
  // Until its code has loaded, the previous page stays visible. Returning to it before then would show it unchanged,
  // without loading anything again.
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** Opens another section of the console from within it. */
export async function goToSection(page: Page, name: string): Promise<void> {
  await sectionLink(page, name).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** The moment in the format of a date and time field. */
export function localInput(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** A small photo of one colour. */
export async function photo(background: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({ create: { width: 320, height: 320, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
}

/** The place in the ranking of a member with so many points. */
export const ranked = (page: Page, name: string, points: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name }).filter({ hasText: points }).first()

/** Fills in an address for the open prize, accepts the terms and claims it. */
export async function claimPrize(page: Page): Promise<void> {
  const fields = {
    'Full name': 'Finn New',
    Phone: '+1 555 0142',
    'Address line 1': '220 W Water St',
    City: 'Syracuse',
    State: 'NY',
    'Postal code': '13202',
  }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).first().fill(text)
  await page.getByLabel('I accept the terms and conditions').check()
  await page.getByRole('button', { name: /Claim Prize/ }).click()
  await expect(page.getByText('Prize claimed successfully!')).toBeVisible()
}
