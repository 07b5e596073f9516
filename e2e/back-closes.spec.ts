import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { dialog } from './support/console.ts'
import { holdAnswers } from './support/hold.ts'
import type { Instance } from './support/instance.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 } })

const place = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** Opens the page after the dashboard, so that Back leads to the dashboard. */
async function comeFromDashboard(page: Page, path: string) {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function scrollTo(page: Page, top: number) {
  await page.evaluate((to) => window.scrollTo(0, to), top)
  await expect.poll(() => place(page)).toBe(top)
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
// A click by coordinates would first scroll the page.
const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu' }).dispatchEvent('click')

test('Back closes the menu of a guest and stays, then leaves the page', async ({ page }) => {
  await page.goto('/leaderboard')
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await scrollTo(page, 200)
  await openMenu(page)
  await expect(dialog(page, 'Menu')).toBeVisible()
  await page.goBack()
  await expect(dialog(page, 'Menu')).toBeHidden()
  await expect(page).toHaveURL('/privacy')
  expect(await place(page)).toBe(200)
  await page.goBack()
  await expect(page).toHaveURL('/leaderboard')
})

test('Back closes the menu of a member and stays; a link in it replaces its history entry', async ({
  page,
  instance,
  signIn,
}) => {
  await signIn(await instance.register())
  await comeFromDashboard(page, '/privacy')
  await scrollTo(page, 200)
  await openMenu(page)
  await expect(menu(page)).toBeVisible()
  await page.goBack()
  await expect(menu(page)).toBeHidden()
  await expect(page).toHaveURL('/privacy')
  expect(await place(page)).toBe(200)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()

  await openMenu(page)
  await menu(page).getByRole('link', { name: 'Network' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Network' })).toBeVisible()
  await expect(menu(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/privacy')
  await expect.poll(() => place(page)).toBe(200)
  await expect(menu(page)).toBeHidden()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Network' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

for (const { way, close } of [
  { way: 'its button', close: (page: Page) => dialog(page, 'Gift Points').getByLabel('Close').click() },
  { way: 'Escape', close: (page: Page) => page.keyboard.press('Escape') },
  {
    way: 'its parent',
    close: (page: Page) => dialog(page, 'Gift Points').getByRole('button', { name: 'Cancel' }).click(),
  },
])
  test(`a sheet that ${way} closes leaves no history entry for Back or Forward`, async ({ page, instance, signIn }) => {
    const other = await instance.register()
    await signIn(await instance.register())
    await comeFromDashboard(page, `/network?q=${other.username}`)
    await page.getByRole('button', { name: /^Gift Points/ }).click()
    await expect(dialog(page, 'Gift Points')).toBeVisible()
    await close(page)
    await expect(dialog(page, 'Gift Points')).toBeHidden()
    await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(0)
    await page.goForward()
    await expect(dialog(page, 'Gift Points')).toBeHidden()
    await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
  })

test('a sheet that is sending stays open on Back, with its entry', async ({ page, instance, signIn }) => {
  const other = await instance.register()
  const account = await instance.register()
  await instance.givePoints(account, 100)
  await signIn(account)
  await comeFromDashboard(page, `/network?q=${other.username}`)
  await page.getByRole('button', { name: /^Gift Points/ }).click()
  const sheet = dialog(page, 'Gift Points')
  await sheet.getByLabel('Points', { exact: true }).fill('25')
  const release = await holdAnswers(page, '**/rest/v1/point_gifts**')
  await sheet.getByRole('button', { name: 'Gift Points' }).click()
  await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  for (let press = 0; press < 2; press += 1) {
    await page.goBack()
    await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(1)
    await expect(sheet).toBeVisible()
  }
  await expect(page).toHaveURL(`/network?q=${other.username}`)
  release()
  await expect(sheet).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('a form with unsaved text asks on Back, and Back closes the question only', async ({ page, instance, signIn }) => {
  await signIn(instance.bailiff)
  await comeFromDashboard(page, '/admin/cards')
  await page.getByRole('button', { name: 'Add card' }).click()
  const before = await place(page)
  const form = dialog(page, 'Add a card')
  const question = dialog(page, 'Discard your changes?')
  await form.getByLabel('Title').fill('Half a title')
  for (let press = 0; press < 2; press += 1) {
    await page.goBack()
    await expect(question).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(2)
    await page.goBack()
    await expect(question).toBeHidden()
    await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(1)
    await expect(form.getByLabel('Title')).toHaveValue('Half a title')
    expect(await place(page)).toBe(before)
  }
  await page.goBack()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(1)
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/admin/cards')
  await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('a form with unsaved text asks on every Escape, however often it is pressed', async ({
  page,
  signIn,
  instance,
}) => {
  await signIn(instance.bailiff)
  await comeFromDashboard(page, '/admin/cards')
  await page.getByRole('button', { name: 'Add card' }).click()
  const form = dialog(page, 'Add a card')
  const question = dialog(page, 'Discard your changes?')
  await form.getByLabel('Title').fill('Half a title')
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(form.getByLabel('Title')).toBeVisible()
  }
  await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(1)
})

/** A post of the member with a photo. */
async function postPhoto(instance: Instance, account: Awaited<ReturnType<Instance['register']>>) {
  const client = await instance.signedIn(account)
  const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#506b2f' } })
    .png()
    .toBuffer()
  const path = `${account.id}/${randomUUID()}.png`
  const bucket = client.storage.from('newsfeed-images')
  expect((await bucket.upload(path, photo, { contentType: 'image/png' })).error).toBeNull()
  const content = `Before dawn ${randomUUID()}`
  await client
    .from('newsfeed_posts')
    .insert({ user_id: account.id, type: 'post', content, image_url: bucket.getPublicUrl(path).data.publicUrl })
    .throwOnError()
  return content
}

test('Back closes the menu of a post, its question and its photo one at a time', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const content = await postPhoto(instance, account)
  await signIn(account)
  await comeFromDashboard(page, '/newsfeed')
  const card = page.getByRole('article').filter({ hasText: content })
  await expect(card).toBeVisible()
  const options = card.getByRole('button', { name: 'Post options' })
  await options.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(options).toBeFocused()

  await options.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(card).toBeVisible()

  await scrollTo(page, 150)
  await card.getByRole('button', { name: 'Show the whole photo' }).dispatchEvent('click')
  await expect(dialog(page, 'Photo')).toBeVisible()
  await page.goBack()
  await expect(dialog(page, 'Photo')).toBeHidden()
  await expect(page).toHaveURL('/newsfeed')
  expect(await place(page)).toBe(150)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('a reload with an open sheet leaves no history entry for Back', async ({ page, instance, signIn }) => {
  const other = await instance.register()
  await signIn(await instance.register())
  await comeFromDashboard(page, `/network?q=${other.username}`)
  await page.getByRole('button', { name: /^Gift Points/ }).click()
  await expect(dialog(page, 'Gift Points')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Gift Points/ })).toBeVisible()
  await expect(dialog(page, 'Gift Points')).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})
