import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { closedLayer } from './support/closed-layer.ts'
import { photo } from './support/crew.ts'
import { test } from './support/own-site.ts'
import { siteWithMail } from './support/site-with-mail.ts'
import { skipWelcome } from './support/skip-welcome.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.use({ siteOf: 'welcome', viewport: { width: 390, height: 844 } })
test.describe.configure({ mode: 'default' })

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome to Bankside' })
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save and go on' })

/** Registers on the page that is open. */
async function register(page: Page): Promise<{ username: string; email: string; password: string }> {
  const username = `new_${randomUUID().slice(0, 8)}`
  const account = { username, email: `${username}@bankside.test`, password: 'quiet-water' }
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(heading(page)).toBeVisible()
  return account
}

test('a new member chooses photo, units and emails once, and finds them in the settings', async ({
  page,
  browser,
  instance,
}) => {
  test.slow()
  await siteWithMail(page)
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('site_settings').update({ weight_unit: 'lbs' }).not('id', 'is', null).throwOnError()
  await page.goto('/register')
  const account = await register(page)
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(page.getByLabel('Username')).toHaveValue(account.username)
  await expect(page.getByRole('radio', { name: 'lb and oz' })).toBeChecked()
  await expect(toggle(page, 'Weekly email')).toBeChecked()
  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  await expect(page.getByLabel('Time zone')).toHaveValue(zone)
  await expectAccessibleInBothThemes(page)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(page)
  }

  await page.getByLabel('Avatar', { exact: true }).setInputFiles(await photo('#2f7d5b'))
  await page.getByRole('button', { name: 'Save avatar' }).click()
  await expect(page.getByText('Avatar updated successfully!')).toBeVisible()
  await closedLayer(page)
  await page.getByRole('radio', { name: 'kg', exact: true }).click()
  await page.getByLabel('Time zone').selectOption('Australia/Perth')
  await expect(page.getByText('Australian Western Standard Time')).toBeVisible()
  await toggle(page, 'Mentions').click()
  await toggle(page, 'Weekly email').click()
  await save(page).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByRole('radio', { name: 'kg', exact: true })).toBeChecked()
  await expect(page.getByLabel('Username')).toHaveValue(account.username)
  await page.goto('/notifications/settings')
  await expect(page.getByRole('radio', { name: /^Off/ })).toBeChecked()
  await expect(toggle(page, 'Mentions, in app')).not.toBeChecked()
  await expect(toggle(page, 'Games, in app')).toBeChecked()
  await expect(page.getByText('Times in Australia/Perth.')).toBeVisible()
  const client = await instance.signedIn(account)
  const { data } = await client.auth.getUser()
  const { data: own } = await client
    .from('profiles')
    .select('avatar_url, weight_unit')
    .eq('id', data.user?.id ?? '')
    .single()
    .throwOnError()
  expect(own).toEqual({ avatar_url: expect.stringContaining('/avatars/'), weight_unit: 'kg' })

  // On another device nothing is asked again, and the page's own address leads on.
  const other = await (await browser.newContext({ baseURL: instance.url })).newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(account.email)
  await other.getByLabel('Password', { exact: true }).fill(account.password)
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect(other.getByRole('button', { name: 'Save Profile' })).toBeVisible()
  await other.goto('/welcome')
  await expect(other).toHaveURL(/\/dashboard$/)
  await other.context().close()
})

test('who followed a link to a page arrives there after the welcome, which does not come back', async ({ page }) => {
  await page.goto('/')
  await page.goto('/network?q=carp')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await register(page)
  // Until a button is pressed it stands before every page of members, also in another tab.
  await page.goto('/games')
  await expect(heading(page)).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto('/network?q=carp')
  await expect(heading(tab)).toBeVisible()
  await page.goto('/network?q=carp')
  await expect(heading(page)).toBeVisible()
  await skipWelcome(page, '/network')
  await expect(page).toHaveURL(/\/network\?q=carp$/)
  await page.goBack()
  await expect(heading(page)).toHaveCount(0)
  await page.goto('/games')
  await expect(page.getByRole('heading', { level: 1, name: 'Games' })).toBeVisible()
  // The other tab keeps what is being written.
  await tab.getByLabel('Username').fill(`tab ${randomUUID().slice(0, 8)}`)
  await save(tab).click()
  await expect(tab).toHaveURL(/\/network\?q=carp$/)
  await tab.close()
})

test('who registers from a page of members goes on to it', async ({ page }) => {
  await page.goto('/journal')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await register(page)
  await expect(heading(page)).toBeFocused()
  await skipWelcome(page, '/journal')
})

test('without a mouse the name and the units are chosen', async ({ page, instance, signIn }) => {
  const member = await instance.register(undefined, { isNew: true })
  await signIn(member)
  await page.goto('/dashboard')
  await expect(heading(page)).toBeVisible()
  const tabTo = async (name: string) => {
    const target = page
      .getByRole('textbox', { name })
      .or(page.getByRole('button', { name }))
      .or(page.getByRole('radio', { name, checked: true }))
      .or(page.getByRole('switch', { name }))
    await expect(target).toBeVisible()
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`the Tab key never reaches ${name}`)
  }
  const username = `keys ${randomUUID().slice(0, 8)}`
  await tabTo('Username')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(username)
  const before = await page.getByRole('radio', { checked: true }).textContent()
  await tabTo(before ?? '')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { checked: true })).not.toHaveText(before ?? '')
  await tabTo('Games')
  await page.keyboard.press('Space')
  await expect(toggle(page, 'Games')).not.toBeChecked()
  await tabTo('Save and go on')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  const client = await instance.signedIn(member)
  const { data } = await client.from('profiles').select('username').eq('id', member.id).single().throwOnError()
  expect(data).toEqual({ username })
})

test.describe('a part that cannot be saved', () => {
  test.use({ expectedErrors: /welcome|status of 500/ })

  test('is named, what was typed stays, and the next press goes on', async ({ page, instance, signIn }) => {
    await signIn(await instance.register(undefined, { isNew: true }))
    await page.goto('/dashboard')
    await page.route('**/rest/v1/rpc/save_notification_times', (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' } }),
    )
    const username = `again ${randomUUID().slice(0, 8)}`
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText(
      'Not saved: your time zone. The rest is saved. Try again, or skip this for now.',
    )
    await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')
    await expect(page.getByLabel('Username')).toHaveValue(username)
    await page.unroute('**/rest/v1/rpc/save_notification_times')
    await save(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})
