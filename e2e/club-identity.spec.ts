import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openConsole } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })
// Other stories look for Bankside's own name.
test.use({ siteOf: 'club-identity' })

const PHONE = { width: 390, height: 844 }
const LONGEST = 'The Upper Ouse and Wharfe Carp Anglers C'

async function call(instance: Instance, club_name: string, accent: 'tip' | 'lake' | 'info' | 'gold'): Promise<void> {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('site_settings').update({ club_name, accent }).not('id', 'is', null).throwOnError()
}

/** The server looks up the name every few seconds. */
async function openAs(page: Page, path: string, name: string): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await expect(page.locator('meta[name="club"]')).toHaveAttribute('content', name, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
}

const colour = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--tip').trim())

for (const size of [{ width: 1280, height: 800 }, PHONE])
  test(`an admin names the club and chooses its colour, and everybody sees both, ${size.width} pixels wide`, async ({
    page,
    instance,
    signIn,
    browser,
  }) => {
    test.slow()
    await page.setViewportSize(size)
    await call(instance, 'Bankside', 'tip')
    await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
    const name = page.getByLabel('Club name')
    await name.fill(' ')
    await name.press('Enter')
    await expect(page.getByText('Club name is required')).toBeVisible()
    await expect(name).toBeFocused()
    await name.fill('Clear Lake')
    const colours = page.getByRole('group', { name: 'Accent colour' })
    await expect(colours.getByRole('radio', { name: 'Orange' })).toBeChecked()
    await colours.getByRole('radio', { name: 'Orange' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(colours.getByRole('radio', { name: 'Green' })).toBeChecked()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings updated successfully!')).toBeVisible()
    await expect(page).toHaveTitle(/^(\(\d+\) )?Site Settings, Console \| Clear Lake$/)
    await expect(page.getByRole('link', { name: 'Clear Lake home' })).toHaveCount(1)
    expect(await colour(page)).toBe('#0b5345')
    // On a phone axe would measure what is half under the tab bar.
    if (size.width > 1000) await expectAccessibleInBothThemes(page)

    const guest = await (await browser.newContext({ baseURL: instance.url, viewport: size })).newPage()
    await openAs(guest, '/leaderboard', 'Clear Lake')
    await expect(guest).toHaveTitle('Leaderboard | Clear Lake')
    await expect(guest.getByRole('link', { name: 'Clear Lake home' }).locator('.brand-name')).toHaveText('Clear Lake')
    expect(await colour(guest)).toBe('#0b5345')
    await guest.goto('/register')
    await expect(guest.getByRole('heading', { level: 1, name: 'Join Clear Lake' })).toBeVisible()
    await expectAccessibleInBothThemes(guest)
    await guest.goto('/')
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(guest.getByRole('contentinfo')).toContainText('Clear Lake. All rights reserved.')
    await expectAccessibleInBothThemes(guest)
    expect(await (await guest.request.get('/app.webmanifest')).json()).toMatchObject({ id: '/', name: 'Clear Lake' })
    await guest.context().close()
  })

test('an admin gives the club a logo, everybody sees it, and the mark is back when it is removed', async ({
  page,
  instance,
  signIn,
  browser,
}) => {
  test.slow()
  await page.setViewportSize(PHONE)
  await call(instance, 'Clear Lake', 'lake')
  await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
  const buffer = await sharp({ create: { width: 300, height: 120, channels: 3, background: '#800000' } })
    .png()
    .toBuffer()
  const field = page.getByRole('group', { name: 'Logo' })
  await field.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'crest.png', mimeType: 'image/png', buffer })
  await expect(field.getByRole('img')).toBeVisible()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  const mark = (of: Page) => of.getByRole('link', { name: 'Clear Lake home' }).locator('img.brand-mark')
  await expect(mark(page)).toHaveCount(1)

  const guest = await (await browser.newContext({ baseURL: instance.url, viewport: PHONE })).newPage()
  await expect(async () => {
    await guest.goto('/leaderboard')
    await expect(guest.locator('meta[name="club"]')).toHaveAttribute('data-logo', /games-images/, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  const shown = await mark(guest).evaluate((image: HTMLImageElement) => {
    const { width, height } = image.getBoundingClientRect()
    return { width, height, pixels: [image.naturalWidth, image.naturalHeight], source: image.currentSrc }
  })
  expect(shown).toMatchObject({ width: 34, height: 34, pixels: [96, 96] })
  // The bar of the page and that of the app show one picture.
  const loaded = await guest.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/games-images/')).length,
  )
  expect(loaded).toBe(1)
  await expectNoSidewaysScroll(guest)
  await expectAccessibleInBothThemes(guest)
  // Where invitations lead, the bar stands on a picture.
  await guest.goto('/register')
  const small = await mark(guest).evaluate((image) => image.getBoundingClientRect().toJSON())
  expect(small).toMatchObject({ width: 34, height: 34 })
  await guest.context().close()

  await field.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(mark(page)).toHaveCount(0)
  await expect(page.locator('.topbar svg.brand-mark')).toHaveCount(1)
})

test('the longest name fits into every bar', async ({ page, instance, signIn }) => {
  test.slow()
  await call(instance, LONGEST, 'gold')
  const sizes = [{ width: 320, height: 700 }, PHONE, { width: 1024, height: 768 }, { width: 1280, height: 800 }]
  const measure = async (path: string) => {
    for (const size of sizes) {
      await page.setViewportSize(size)
      await openAs(page, path, LONGEST)
      await expect(page.getByRole('main')).toBeVisible()
      await expectNoSidewaysScroll(page)
      if (path !== '/register') expect((await page.locator('.topbar-inner').boundingBox())?.height).toBeLessThan(80)
    }
  }
  for (const path of ['/', '/leaderboard', '/register']) await measure(path)
  await signIn(await instance.register())
  await measure('/dashboard')
})

test('on a server that only has files, the name comes from the database', async ({ page, instance }) => {
  await call(instance, 'Bankside', 'tip')
  await openAs(page, '/leaderboard', 'Bankside')
  // The page as the build left it. Not by answering the request: such a page may not open a socket to this machine.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const named = document.querySelector<HTMLMetaElement>('meta[name="club"]')
      if (!named) return
      named.content = ''
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.route('**/rest/v1/site_settings*', (route) =>
    route.fulfill({ json: { club_name: 'Mirror Pool', accent: 'info', logo_url: null } }),
  )
  await page.goto('/leaderboard')
  await expect(page.getByRole('link', { name: 'Mirror Pool home' })).toBeVisible()
  await expect(page).toHaveTitle('Leaderboard | Mirror Pool')
  expect(await colour(page)).toBe('#1d5f8a')
})
