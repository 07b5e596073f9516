import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dialog, failCalls, openConsole } from './support/console.ts'
import { holdAnswers } from './support/hold.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const unique = (name: string) => `${name}_${randomUUID().slice(0, 8)}`
const amount = (page: Page) => page.getByLabel('Points change')
const reason = (page: Page) => page.getByLabel('Reason')
const update = (page: Page) => page.getByRole('button', { name: 'Update Points' })
const choose = (page: Page, account: Account) =>
  page.getByRole('region', { name: 'Members' }).getByRole('button', { name: account.username }).click()

/** The member's ledger, from the database. */
const ledger = async (instance: Instance, account: Account) => {
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('points_log')
    .select('points_change, reason, kind')
    .eq('user_id', account.id)
    .order('created_at')
    .throwOnError()
  return data
}

test('an admin finds a member and gives points; balance and ledger update, and the member sees the reason', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register(unique('points'))
  await instance.givePoints(account, 100, 'Session report')
  await openConsole({ page, signIn, instance }, 'points', 'Points')
  await expect(page.getByText('Choose a member to change their points.')).toBeVisible()
  await page.getByRole('searchbox').fill(account.email)
  await choose(page, account)
  await expect(page).toHaveURL(new RegExp(`user=${account.id}`))
  await expect(page.getByRole('heading', { level: 2, name: account.username })).toBeFocused()
  await amount(page).fill('50')
  await expect(page.getByText('Balance 100 becomes 150')).toBeVisible()
  await reason(page).fill('  Litter pick  ')
  await update(page).dblclick()
  await expect(page.getByRole('status').getByText(`50 points given to ${account.username}.`)).toBeVisible()
  await expect(page.getByText('Balance 150', { exact: true })).toBeVisible()
  await expect(amount(page)).toHaveValue('')
  const table = page.getByRole('table', { name: `Points history of ${account.username}` })
  await expect(table.getByRole('row').nth(1)).toContainText('+50')
  await expect(table.getByRole('row').nth(1)).toContainText('Litter pick')
  await expect(table.getByRole('row').nth(1)).toContainText('Given by admins')
  expect(await ledger(instance, account)).toEqual([
    { points_change: 100, reason: 'Session report', kind: 'admin' },
    { points_change: 50, reason: 'Litter pick', kind: 'admin' },
  ])
})

test('Make Negative shows the number in crimson, and a balance below zero needs confirmation', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register(unique('minus'))
  await openConsole({ page, signIn, instance }, `points?user=${account.id}`, 'Points')
  await expect(page.getByText('No points history yet.')).toBeVisible()
  await amount(page).fill('20')
  const colour = () => amount(page).evaluate((input) => getComputedStyle(input).color)
  const before = await colour()
  await page.getByRole('button', { name: 'Make Negative' }).click()
  await expect(page.getByRole('button', { name: 'Make Negative' })).toHaveAttribute('aria-pressed', 'true')
  await expect(amount(page)).toHaveValue('\u221220')
  expect(await colour()).not.toBe(before)
  await expect(page.getByText('Balance 0 becomes \u221220')).toBeVisible()
  await reason(page).fill('Broken rules')
  await update(page).click()
  const asked = dialog(page, 'Take the balance below zero?')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect(await ledger(instance, account)).toEqual([])
  await update(page).click()
  await asked.getByRole('button', { name: 'Update Points' }).click()
  await expect(page.getByText('Balance \u221220', { exact: true })).toBeVisible()
  expect(await ledger(instance, account)).toEqual([{ points_change: -20, reason: 'Broken rules', kind: 'admin' }])
})

test('zero, a blank amount and a blank reason are refused', async ({ page, instance, signIn }) => {
  const account = await instance.register(unique('refused'))
  await openConsole({ page, signIn, instance }, `points?user=${account.id}`, 'Points')
  await update(page).click()
  await expect(page.getByText('Enter a number of points other than 0')).toBeVisible()
  await expect(page.getByText('Enter a reason')).toBeVisible()
  await expect(amount(page)).toBeFocused()
  await amount(page).fill('0')
  await reason(page).fill('   ')
  await update(page).click()
  await expect(page.getByText('Enter a number of points other than 0')).toBeVisible()
  await amount(page).fill('2147483648')
  await expect(page.getByText('Enter a number of points up to 2,147,483,647')).toBeVisible()
  await amount(page).fill('5')
  await update(page).click()
  await expect(reason(page)).toBeFocused()
  expect(await ledger(instance, account)).toEqual([])
})

test('an invalid number is kept as typed and refused, and a very large one needs confirmation', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await openConsole({ page, signIn, instance }, `points?user=${account.id}`, 'Points')
  const amount = page.getByLabel('Points change')
  await page.getByLabel('Reason').fill('For the story')
  for (const typed of ['1.5', '1e3', 'ten']) {
    await amount.fill(typed)
    await expect(amount).toHaveValue(typed)
    await page.getByRole('button', { name: 'Update Points' }).click()
    await expect(page.getByText('Enter a whole number of points, in digits only')).toBeVisible()
  }
  await amount.fill('2147483647')
  await page.getByRole('button', { name: 'Update Points' }).click()
  const sheet = dialog(page, 'Is this amount right?')
  await expect(sheet).toContainText('2,147,483,647')
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin.from('points_log').select('id').eq('user_id', account.id).throwOnError()
  expect(data).toEqual([])
})

test('a draft survives a reload and belongs to its member', async ({ page, instance, signIn }) => {
  const [one, other] = [await instance.register(unique('one')), await instance.register(unique('other'))]
  await openConsole({ page, signIn, instance }, `points?user=${one.id}`, 'Points')
  await amount(page).fill('-75')
  await reason(page).fill('Half a rea')
  await page.reload()
  await expect(amount(page)).toHaveValue('\u221275')
  await expect(reason(page)).toHaveValue('Half a rea')
  await page.goto(`/admin/points?user=${other.id}`)
  await expect(amount(page)).toHaveValue('')
})

test('the exports contain the whole ledger, or one member’s, with formulas escaped', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register(unique('export'))
  await instance.givePoints(account, 10, '=HYPERLINK("x")')
  await instance.givePoints(account, -3, 'Correction')
  await openConsole({ page, signIn, instance }, `points?user=${account.id}`, 'Points')
  const lines = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    return (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  }
  const own = await lines('Export this ledger')
  expect(own[0]).toBe('\uFEFFDate,User,Points,Kind,Reason,By,User id')
  expect(own).toHaveLength(3)
  expect(own[1]).toContain(`,${account.username},10,Given by admins,"'=HYPERLINK(""x"")",`)
  expect(own[2]).toContain(`,${account.username},-3,Given by admins,Correction,`)
  expect((await lines('Export ledger')).filter((line) => line.includes(account.id))).toEqual(own.slice(1))
})

test('a change made elsewhere appears by itself', async ({ page, instance, signIn }) => {
  const account = await instance.register(unique('live'))
  await openConsole({ page, signIn, instance }, `points?user=${account.id}`, 'Points')
  await expect(page.getByText('No points history yet.')).toBeVisible()
  await reason(page).fill('kept')
  await instance.givePoints(account, 33, 'From another console')
  await expect(page.getByText('From another console')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('Balance 33', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(reason(page)).toHaveValue('kept')
})

test('reports a search without results and a deleted member', async ({ page, instance, signIn }) => {
  await openConsole({ page, signIn, instance }, `points?q=${randomUUID()}`, 'Points')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
  await page.goto(`/admin/points?user=${randomUUID()}`)
  await expect(page.getByText('This member no longer exists.')).toBeVisible()
})

test.describe('when calls fail', () => {
  test.use({ expectedErrors: /Failed to load resource|Points|Users|loadData|Error/i })

  test('a failed update keeps the input, and a lost answer never leads to a second write', async ({
    page,
    instance,
    signIn,
  }) => {
    const account = await instance.register(unique('lost'))
    await openConsole({ page, signIn, instance }, `points?user=${account.id}`, 'Points')
    await amount(page).fill('40')
    await reason(page).fill('Once')
    const restore = await failCalls(page, '**/rest/v1/points_log**', 'POST')
    await update(page).click()
    await expect(page.getByText('Failed to update points')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText('You can try again: the change will not be recorded twice.')).toBeVisible()
    await expect(amount(page)).toHaveValue('40')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await restore()
    await page.route('**/rest/v1/points_log**', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await update(page).click()
    await expect(page.getByText('Failed to update points')).toBeVisible({ timeout: 15_000 })
    await page.unroute('**/rest/v1/points_log**')
    await update(page).click()
    await expect(
      page.getByText(`The change of +40 points for ${account.username} was already recorded; nothing was added twice.`),
    ).toBeVisible()
    expect(await ledger(instance, account)).toHaveLength(1)
  })

  test('reports an ended session and a list that cannot be loaded', async ({ page, instance, signIn }) => {
    // A live connection, or a change by someone else, would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const account = await instance.register(unique('ended'))
    const restore = await failCalls(page, '**/rest/v1/user_profiles_with_email?**')
    await openConsole({ page, signIn, instance }, 'points', 'Points')
    await expect(page.getByText('Failed to load users')).toBeVisible({ timeout: 15_000 })
    await restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('searchbox').fill(account.username)
    const mendLedger = await failCalls(page, '**/rest/v1/points_ledger?**')
    await choose(page, account)
    await expect(page.getByText('Failed to load data')).toBeVisible({ timeout: 15_000 })
    await mendLedger()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No points history yet.')).toBeVisible()
    await page.route('**/rest/v1/points_log**', (route) =>
      route.fulfill({ status: 401, json: { code: '42501', message: 'permission denied for table points_log' } }),
    )
    await amount(page).fill('1')
    await reason(page).fill('Anything')
    await update(page).click()
    await expect(page.getByText('Not authenticated')).toBeVisible()
  })
})

test('the button sends no second update while one is running', async ({ page, instance, signIn }) => {
  const account = await instance.register(unique('busy'))
  await openConsole({ page, signIn, instance }, `points?user=${account.id}`, 'Points')
  await amount(page).fill('5')
  await reason(page).fill('Slow water')
  const release = await holdAnswers(page, '**/rest/v1/points_log**')
  await update(page).click()
  await expect(update(page)).toHaveAttribute('aria-disabled', 'true')
  await update(page).click({ force: true })
  release()
  await expect(page.getByText('Balance 5', { exact: true })).toBeVisible()
  expect(await ledger(instance, account)).toHaveLength(1)
})

test('points are accessible in both themes, and fit a phone', async ({ page, instance, signIn }) => {
  test.slow()
  const suffix = randomUUID().slice(0, 8)
  const account = await instance.register(`${'W'.repeat(30)} ${suffix}`)
  await instance.givePoints(account, 2_000_000_000, 'Q'.repeat(120))
  // A list of one member: a row half covered by the tab bar would count as too small.
  await openConsole({ page, signIn, instance }, `points?user=${account.id}&q=${suffix}`, 'Points')
  await expect(page.getByRole('table')).toBeVisible()
  await amount(page).fill('-9')
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 320, height: 760 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Choose another member' }).click()
  await expect(page.getByRole('region', { name: 'Members' }).getByRole('button').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
})
