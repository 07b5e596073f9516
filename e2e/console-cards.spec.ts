import type { Page } from '@playwright/test'
import { dialog, failCalls, openConsole } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const ROWS = '**/rest/v1/info_cards*'
const DAY = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const local = (days: number) => soon(days).slice(0, 16)

async function makeCard(instance: Instance, title: string, fields: object = {}) {
  const admin = await instance.signedIn(instance.bailiff)
  await admin
    .from('info_cards')
    .insert({ title, placement: 'home', start_date: soon(-1), end_date: soon(1), ...fields })
    .throwOnError()
}
async function clear(instance: Instance) {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('info_cards').delete().neq('title', '').throwOnError()
}
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test.use({ timezoneId: 'UTC' })
test.beforeEach(({ instance }) => clear(instance))

test('a card is previewed, created, shown to guests, deactivated, activated and deleted', async ({
  page,
  signIn,
  instance,
  browser,
}) => {
  await openConsole({ page, signIn, instance }, 'cards', 'Cards')
  await expect(page.getByText('No info cards available yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add card' }).click()
  const form = dialog(page, 'Add a card')
  await form.getByLabel('Title').fill('Winter league')
  await form.getByLabel('Start date').fill(local(-1))
  await form.getByLabel('End date').fill(local(2))
  await form.getByLabel('Link optional', { exact: true }).fill('/leaderboard')
  const preview = form.getByLabel('Preview')
  await expect(preview).toContainText('Winter league')
  await expect(preview).toContainText('Learn More')
  await form.getByLabel('Link text').fill('See the table')
  await expect(preview).toContainText('See the table')
  await form.getByRole('button', { name: 'Create card' }).dblclick()
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Winter league').getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Info cards' }).getByRole('listitem')).toHaveCount(1)

  const guest = await (await browser.newContext({ baseURL: instance.url })).newPage()
  await guest.goto('/')
  const link = guest.getByRole('link', { name: /^See the table/ })
  await expect(link).toHaveAttribute('href', '/leaderboard')

  await page.getByRole('button', { name: 'Deactivate Winter league' }).click()
  await expect(row(page, 'Winter league').getByText('Inactive', { exact: true })).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(link).toHaveCount(0)
  await guest.context().close()
  await page.getByRole('button', { name: 'Activate Winter league' }).click()
  await expect(row(page, 'Winter league').getByText('Active', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Delete Winter league' }).click()
  const question = dialog(page, 'Delete this card?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(question).toContainText('This cannot be undone')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No info cards available yet.')).toBeVisible()
})

test('blank link and text are stored as null, and an edit keeps the rest', async ({ page, signIn, instance }) => {
  await makeCard(instance, 'Open day', { cta_url: 'https://example.org', cta_text: 'Look', placement: 'games' })
  await openConsole({ page, signIn, instance }, 'cards', 'Cards')
  await page.getByRole('button', { name: 'Edit Open day' }).click()
  const form = dialog(page, 'Edit card')
  await form.getByLabel('Link optional', { exact: true }).fill(' ')
  await form.getByLabel('Link text').fill(' ')
  await form.getByLabel('Placement').selectOption('newsfeed')
  await form.getByRole('button', { name: 'Save card' }).click()
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Open day')).toContainText('Newsfeed')
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin.from('info_cards').select('title, cta_url, cta_text, placement').throwOnError()
  expect(data).toEqual([{ title: 'Open day', cta_url: null, cta_text: null, placement: 'newsfeed' }])
})

test('title, dates and link are checked before sending, and the input is kept', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'cards', 'Cards')
  await page.getByRole('button', { name: 'Add card' }).click()
  const form = dialog(page, 'Add a card')
  await form.getByRole('button', { name: 'Create card' }).click()
  await expect(form.getByText('Title is required')).toBeVisible()
  await expect(form.getByText('Start and end dates are required')).toHaveCount(2)
  await expect(form.getByLabel('Title')).toBeFocused()
  await form.getByLabel('Title').fill('Late')
  await form.getByLabel('Start date').fill(local(2))
  await form.getByLabel('End date').fill(local(1))
  await expect(form.getByText('The end must be after the start')).toBeVisible()
  await form.getByLabel('Link optional', { exact: true }).fill('javascript:alert(1)')
  await expect(form.getByText('Enter an address such as https://example.org, or a path such as /games')).toBeVisible()
  await page.keyboard.press('Escape')
  const question = dialog(page, 'Discard your changes?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByLabel('Title')).toHaveValue('Late')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toHaveCount(0)
})

test('the list marks upcoming, expired and inactive cards', async ({ page, signIn, instance }) => {
  await makeCard(instance, 'Next week', { start_date: soon(5), end_date: soon(9) })
  await makeCard(instance, 'Last week', { start_date: soon(-9), end_date: soon(-5) })
  await makeCard(instance, 'Switched off', { is_active: false })
  await openConsole({ page, signIn, instance }, 'cards', 'Cards')
  await expect(row(page, 'Next week').getByText('Upcoming', { exact: true })).toBeVisible()
  await expect(row(page, 'Last week').getByText('Expired', { exact: true })).toBeVisible()
  await expect(row(page, 'Switched off').getByText('Inactive', { exact: true })).toBeVisible()
})

test('a live change reaches the list but not an open form, whose save warns', async ({ page, signIn, instance }) => {
  await makeCard(instance, 'Draw night')
  await openConsole({ page, signIn, instance }, 'cards', 'Cards')
  await page.getByRole('button', { name: 'Edit Draw night' }).click()
  const form = dialog(page, 'Edit card')
  await form.getByLabel('Title').fill('Mine')
  const other = await instance.signedIn(instance.bailiff)
  await other.from('info_cards').update({ title: 'Theirs' }).eq('title', 'Draw night').throwOnError()
  await expect(page.locator('li', { hasText: 'Theirs' })).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('Mine')
  await form.getByRole('button', { name: 'Save Card' }).click()
  await expect(form.getByText('Someone else changed this in the meantime')).toBeVisible()
  await form.getByRole('button', { name: 'Load latest version' }).click()
  await expect(form.getByLabel('Title')).toHaveValue('Theirs')
})

test('is accessible in both themes and fits a phone', async ({ page, signIn, instance }) => {
  await makeCard(instance, 'W'.repeat(60))
  await makeCard(instance, 'يوم الصيد 🎣', { start_date: soon(5), end_date: soon(9) })
  await openConsole({ page, signIn, instance }, 'cards', 'Cards')
  await expect(page.getByRole('listitem').filter({ hasText: 'WWW' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Add card' }).click()
  await page.getByRole('button', { name: 'Create card' }).click()
  // What is half behind the actions at the foot counts as too small.
  await dialog(page, 'Add a card').evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight))
  await expectAccessibleInBothThemes(page)
})

test.describe('when the service fails', () => {
  test.use({ expectedErrors: /Failed to load resource|InfoCard|info card/ })

  test('reports what could not be loaded, and tries again', async ({ page, signIn, instance }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const restore = await failCalls(page, ROWS)
    await openConsole({ page, signIn, instance }, 'cards', 'Cards')
    await expect(page.getByText('Failed to load info cards')).toBeVisible()
    await restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No info cards available yet.')).toBeVisible()
  })

  test('reports each failed change, and keeps the input', async ({ page, signIn, instance }) => {
    await makeCard(instance, 'Open day')
    await openConsole({ page, signIn, instance }, 'cards', 'Cards')
    await failCalls(page, ROWS, 'POST')
    await failCalls(page, ROWS, 'PATCH')
    await failCalls(page, ROWS, 'DELETE')
    await page.getByRole('button', { name: 'Deactivate Open day' }).click()
    await expect(page.getByText('Failed to update info card')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()

    await page.getByRole('button', { name: 'Delete Open day' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Failed to delete info card')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Edit Open day' }).click()
    await dialog(page, 'Edit card').getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByText('Failed to update info card')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Add card' }).click()
    const form = dialog(page, 'Add a card')
    await form.getByLabel('Title').fill('Worth keeping')
    await form.getByLabel('Start date').fill(local(-1))
    await form.getByLabel('End date').fill(local(1))
    await form.getByRole('button', { name: 'Create card' }).click()
    await expect(page.getByText('Failed to create info card')).toBeVisible()
    await expect(form.getByLabel('Title')).toHaveValue('Worth keeping')
  })
})
