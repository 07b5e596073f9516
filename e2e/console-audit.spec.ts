import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { failCalls, openConsole } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Audit trail' })
    .getByRole('row')
    .filter({ has: page.locator('td') })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search admins, actions and subjects' })

/** The administrator changes each column of a member's profile, one after the other. */
async function change(instance: Instance, account: Account, ...changes: object[]): Promise<void> {
  const admin = await instance.signedIn(instance.bailiff)
  for (const row of changes) await admin.from('profiles').update(row).eq('id', account.id).throwOnError()
}

test('lists admins’ actions as sentences, newest first, and finds them by name', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const renamed = `${account.username} the 2nd`
  await change(instance, account, { is_admin: true }, { is_admin: false }, { username: renamed })
  await instance.givePoints(account, -15, 'Wrong swim')
  await openConsole({ page, signIn, instance }, 'audit', 'Audit trail')
  await search(page).fill(account.username.toUpperCase())
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).nth(0)).toContainText(`took 15 points from ${renamed}`)
  await expect(rows(page).nth(0)).toContainText('Reason: Wrong swim')
  await expect(rows(page).nth(1)).toContainText(`Username: from “${account.username}” to “${renamed}”`)
  await expect(rows(page).nth(2)).toContainText(`removed ${account.username} as an admin`)
  await expect(rows(page).nth(3)).toContainText(`made ${account.username} an admin`)

  await page.getByRole('button', { name: 'When' }).click()
  await expect(page.getByRole('columnheader', { name: 'When' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).nth(0)).toContainText('an admin')
  await page.reload()
  await expect(rows(page).nth(0)).toContainText('an admin')
  await expect(search(page)).toHaveValue(account.username.toUpperCase())
})

test('filters by action, by section and by admin', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await change(instance, account, { is_suspended: true }, { is_suspended: false })
  await instance.givePoints(account, 15)
  await openConsole({ page, signIn, instance }, 'audit', 'Audit trail')
  await search(page).fill(account.username)
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Action', { exact: true }).selectOption('Points changed')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`gave 15 points to ${account.username}`)
  await page.getByLabel('Action', { exact: true }).selectOption('Members: all')
  await expect(rows(page)).toHaveCount(2)
  await page.getByLabel('Team', { exact: true }).selectOption('The operator')
  await expect(page.getByText('No entries found matching your search.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No entries found matching your search.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear team' }).click()
  await expect(rows(page)).toHaveCount(2)
})

test('finds entries by admin, action, subject and day, also on a phone, and a link shows the same entries', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await instance.givePoints(account, 15, 'Work party')
  await change(instance, account, { is_suspended: true }, { is_suspended: false })
  await page.setViewportSize({ width: 390, height: 844 })
  await openConsole({ page, signIn, instance }, 'audit', 'Audit trail')
  await search(page).fill(`${account.username} gave party`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`gave 15 points to ${account.username}`)
  await search(page).fill(`lifted ${account.username}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`lifted the suspension of ${account.username}`)

  await search(page).fill(account.username)
  await expect(rows(page)).toHaveCount(3)
  // The days of the reader's calendar.
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
  await page.getByLabel('From', { exact: true }).fill(today)
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('To', { exact: true }).fill('2026-01-01')
  await expect(page.getByText('No entries found matching your search.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill(today)
  await expect(rows(page)).toHaveCount(3)
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(today)
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Clear from' }).click()
  await page.getByLabel('To', { exact: true }).fill('2026-01-01')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(page.getByRole('button', { name: /^Clear/ })).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
})

test('shows fifty entries on a page', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const given = Array.from({ length: 51 }, (_, index) => ({
    user_id: account.id,
    points_change: 1,
    reason: `Number ${index + 1}`,
  }))
  await admin.from('points_log').insert(given).throwOnError()
  await openConsole({ page, signIn, instance }, `audit?q=${account.username}`, 'Audit trail')
  await expect(rows(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
})

test('shows no name of a deleted account', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await instance.givePoints(account, 15, `For ${account.username}`)
  const admin = await instance.signedIn(instance.bailiff)
  await admin.rpc('delete_user', { user_id: account.id }).throwOnError()
  await openConsole({ page, signIn, instance }, 'audit?filter=delete_user', 'Audit trail')
  await expect(rows(page).first()).toContainText('deleted a member’s account')
  await search(page).fill(account.username)
  await expect(page.getByText('No entries found matching your search.')).toBeVisible()
})

test('exports the shown entries to a file with formulas escaped', async ({ page, instance, signIn }) => {
  const account = await instance.register(`-cmd ${randomUUID().slice(0, 8)}`)
  await instance.givePoints(account, 15, 'Bank "clean-up", east; שלום')
  await change(instance, account, { is_suspended: true })
  await openConsole({ page, signIn, instance }, 'audit', 'Audit trail')
  await search(page).fill(account.username)
  await expect(rows(page)).toHaveCount(2)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFAt,What happened,Details,Action,Team member,Team member id,Subject kind,Subject,Subject id',
  )
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('gave 15 points to')
  expect(lines[1]).toContain('"Reason: Bank ""clean-up"", east; שלום"')
  expect(lines[2]).toContain(`,member,"'${account.username}",`)
  await search(page).fill('exported the audit trail')
  await expect(rows(page).first()).toContainText('exported the audit trail')
})

test.describe('when the trail cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource|loadData/ })

  test('shows an error and tries again on request', async ({ page, instance, signIn }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const restore = await failCalls(page, '**/rest/v1/audit_log?**')
    await openConsole({ page, signIn, instance }, 'audit', 'Audit trail')
    await expect(page.getByText('Failed to load data')).toBeVisible({ timeout: 15_000 })
    await restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByText('Failed to load data')).toHaveCount(0)
  })

  test('shows an error when the file cannot be created', async ({ page, instance, signIn }) => {
    await openConsole({ page, signIn, instance }, 'audit', 'Audit trail')
    await expect(rows(page).first()).toBeVisible()
    await failCalls(page, '**/rest/v1/audit_log?**')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByText('Failed to load data')).toBeVisible({ timeout: 15_000 })
  })
})

test('axe finds nothing in either theme, and nothing scrolls sideways', async ({ page, instance, signIn }) => {
  const account = await instance.register(`${'W'.repeat(36)} ${randomUUID().slice(0, 8)}`)
  await change(instance, account, { is_suspended: true }, { username: `x ${account.username}` })
  await instance.givePoints(account, 2_000_000_000, 'Q'.repeat(120))
  await openConsole({ page, signIn, instance }, 'audit', 'Audit trail')
  await search(page).fill(account.username)
  await expect(rows(page)).toHaveCount(3)
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  }
})
