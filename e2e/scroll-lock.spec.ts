import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import config from '../playwright.config.ts'
import { dialog, openConsole } from './support/console.ts'
import { expect, test } from './support/test.ts'

// A window in which each of these pages has more than it shows, with the scroll bar that Playwright hides otherwise.
test.use({
  viewport: { width: 1100, height: 420 },
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
})

/** Moves of the finger in one swipe. */
const STEPS = 6
const BESIDE = { x: 6, y: 6 }

/** How far the page is scrolled, and where its main part stands between the window's edges. */
const layout = (page: Page) =>
  page.evaluate(() => {
    const { left, right } = document.querySelector('main')!.getBoundingClientRect()
    return { top: Math.round(window.scrollY), left, right }
  })
type Layout = Awaited<ReturnType<typeof layout>>

/** After two frames what a wheel, a key or a finger moves has begun to move. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

async function middle(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not in sight')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function wheel(page: Page, at: { x: number; y: number }, by: number): Promise<void> {
  await page.mouse.move(at.x, at.y)
  await page.mouse.wheel(0, by)
  await drawn(page)
}

async function swipe(page: Page, { x, y }: { x: number; y: number }, by: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] })
  await touch('touchStart', y)
  for (let step = 1; step <= STEPS; step++) await touch('touchMove', y + (by * step) / STEPS)
  await touch('touchEnd')
  await browser.detach()
  await drawn(page)
}

/** The page moves by the wheel, and stands then where it could move both ways. */
async function expectScrolls(page: Page): Promise<void> {
  const { top } = await layout(page)
  await wheel(page, BESIDE, top < 100 ? 40 : -40)
  await expect.poll(async () => (await layout(page)).top).not.toBe(top)
  expect((await layout(page)).top).toBeGreaterThan(0)
}

/** Neither the wheel over the modal and beside it nor the keys move the page, and nothing on it moves sideways. */
async function expectStill(page: Page, modal: Locator, before: Layout): Promise<void> {
  for (const at of [await middle(modal), BESIDE]) for (const by of [60, -60]) await wheel(page, at, by)
  await modal.getByRole('button', { name: 'Close' }).focus()
  for (const key of ['PageDown', 'End', 'PageUp', 'Home', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key)
    await drawn(page)
  }
  expect(await layout(page)).toEqual(before)
}

test('behind a dialog, and behind a question over it, the page stays where it is', async ({
  page,
  signIn,
  instance,
}) => {
  const account = await instance.register()
  await page.setViewportSize({ width: 1100, height: 300 })
  await openConsole({ page, signIn, instance }, `users?q=${account.username}`, 'Users')
  const open = page.getByRole('button', { name: `Edit ${account.username}` })
  await expect(open).toBeVisible()
  await expectScrolls(page)
  const before = await layout(page)
  // A click by its place would first scroll to the button.
  await open.dispatchEvent('click')
  const form = dialog(page, `Edit ${account.username}`)
  await expectStill(page, form, before)
  await form.getByLabel('Username').fill('Half a name')
  await form.getByRole('button', { name: 'Cancel' }).click()
  const question = dialog(page, 'Discard your changes?')
  await expectStill(page, question, before)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expectStill(page, form, before)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  expect(await layout(page)).toEqual(before)
  await expectScrolls(page)
})

test('behind the photos of a member the page stays where it is', async ({ page, signIn, instance }) => {
  const member = await instance.register()
  const client = await instance.signedIn(member)
  const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#506b2f' } })
    .png()
    .toBuffer()
  const path = `${member.id}/0.png`
  const bucket = client.storage.from('fishing-photos')
  const { error } = await bucket.upload(path, photo, { contentType: 'image/png' })
  if (error) throw error
  const photos = [bucket.getPublicUrl(path).data.publicUrl]
  await client.from('profiles').update({ fishing_photos: photos }).eq('id', member.id).throwOnError()
  await signIn(await instance.register())
  await page.goto(`/network?q=${member.username}`)
  const open = page.getByRole('button', { name: `Open photo 1 of ${member.username}` })
  await expect(open).toBeVisible()
  await expectScrolls(page)
  const before = await layout(page)
  await open.dispatchEvent('click')
  const box = page.getByRole('dialog', { name: `Photos of ${member.username}` })
  await expect(box.getByRole('img')).toBeVisible()
  await expectStill(page, box, before)
  await box.getByRole('button', { name: 'Close' }).click()
  await expect(box).toBeHidden()
  expect(await layout(page)).toEqual(before)
  await expectScrolls(page)
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 440 }, hasTouch: true, isMobile: true })

  test('a finger scrolls a long sheet and not the page behind it', async ({ page, signIn, instance }) => {
    await signIn(await instance.register())
    await page.goto('/profile')
    const open = page.getByRole('button', { name: 'Delete account' })
    await open.scrollIntoViewIfNeeded()
    const before = await layout(page)
    expect(before.top).toBeGreaterThan(0)
    await open.click()
    const sheet = dialog(page, 'Delete your account?')
    await expect(sheet).toBeVisible()
    for (const by of [120, -120]) await swipe(page, BESIDE, by)
    expect(await layout(page)).toEqual(before)
    await swipe(page, await middle(sheet), -200)
    expect(await sheet.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
    for (const by of [-900, 900, 900]) await swipe(page, await middle(sheet), by)
    expect(await layout(page)).toEqual(before)
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await expect(sheet).toBeHidden()
    expect(await layout(page)).toEqual(before)
    await swipe(page, { x: 195, y: 150 }, 120)
    await expect.poll(async () => (await layout(page)).top).not.toBe(before.top)
  })

  test('a finger does not move the page even in a browser that ignores its overflow', async ({
    page,
    signIn,
    instance,
  }) => {
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('html { overflow: visible !important }')
      document.adoptedStyleSheets.push(sheet)
    })
    await signIn(await instance.register())
    await page.goto('/profile')
    const open = page.getByRole('button', { name: 'Delete account' })
    await open.scrollIntoViewIfNeeded()
    const before = await layout(page)
    await open.click()
    const sheet = dialog(page, 'Delete your account?')
    await expect(sheet).toBeVisible()
    for (const by of [120, -120]) await swipe(page, BESIDE, by)
    expect(await layout(page)).toEqual(before)
    await swipe(page, await middle(sheet), -200)
    expect(await sheet.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
    await page.setViewportSize({ width: 390, height: 1200 })
    const short = await layout(page)
    for (const by of [120, -120]) await swipe(page, await middle(sheet), by)
    expect(await layout(page)).toEqual(short)
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await expect(sheet).toBeHidden()

    await page.setViewportSize({ width: 390, height: 440 })
    await page.evaluate(() => window.scrollTo(0, 120))
    const top = await layout(page)
    await page.getByRole('button', { name: 'Menu' }).dispatchEvent('click')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu).toBeVisible()
    for (const at of [BESIDE, await middle(menu)]) for (const by of [120, -120]) await swipe(page, at, by)
    expect(await layout(page)).toEqual(top)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await swipe(page, { x: 195, y: 150 }, -120)
    await expect.poll(async () => (await layout(page)).top).not.toBe(top.top)
  })

  test('the page behind the menu of a phone stays where it is', async ({ page, signIn, instance }) => {
    await signIn(await instance.register())
    await page.goto('/profile')
    await expect(page.getByRole('button', { name: 'Save Profile' })).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 120))
    await expect.poll(async () => (await layout(page)).top).toBe(120)
    const before = await layout(page)
    const toggle = page.getByRole('button', { name: 'Menu' })
    await toggle.dispatchEvent('click')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu).toBeVisible()
    for (const at of [BESIDE, await middle(menu)]) for (const by of [120, -120]) await swipe(page, at, by)
    expect(await layout(page)).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    expect(await layout(page)).toEqual(before)
  })
})
