import { expectRefused, failCalls, openConsole } from './support/console.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const ROWS = '**/rest/v1/site_settings*'

test('members and guests are sent away, on the screen and by the API', async ({ page, signIn, instance }) => {
  await expectRefused({ page, signIn, instance }, '')
  const member = await instance.signedIn(await instance.register())
  const { data } = await member
    .from('site_settings')
    .update({ currency_symbol: '£' })
    .neq('currency_symbol', '')
    .select()
  expect(data ?? []).toEqual([])
})

test('the currency symbol is changed, confirmed for three seconds, and stays', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, '', 'Site Settings')
  const symbol = page.getByLabel('Currency symbol')
  await expect(symbol).toHaveValue('$')
  await expect(page.getByRole('heading', { name: 'Console' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Settings' })).toBeDisabled()
  await symbol.fill('€')
  await expect(page.getByText('Amounts read like €25.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Settings' }).dblclick()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  await expect(page.getByText('Settings updated successfully!')).toHaveCount(0)
  await page.reload()
  await expect(symbol).toHaveValue('€')
  await symbol.fill('$')
  await symbol.press('Enter')
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
})

test('it has one to three characters', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, '', 'Site Settings')
  const symbol = page.getByLabel('Currency symbol')
  await symbol.fill('  ')
  await symbol.press('Enter')
  await expect(page.getByText('Currency symbol is required')).toBeVisible()
  await expect(symbol).toBeFocused()
  await symbol.fill('EURO')
  await expect(page.getByText('Use 3 characters at most')).toBeVisible()
  await symbol.fill('CHF')
  await expect(page.getByText('Use 3 characters at most')).toHaveCount(0)
})

test('of two admins the second is told, and nothing is overwritten', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, '', 'Site Settings')
  const symbol = page.getByLabel('Currency symbol')
  await symbol.fill('£')
  const other = await instance.signedIn(instance.bailiff)
  await other.from('site_settings').update({ currency_symbol: 'zł' }).neq('currency_symbol', '').throwOnError()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Somebody else changed this meanwhile')).toBeVisible()
  await expect(symbol).toHaveValue('£')
  await page.getByRole('button', { name: 'Load the latest' }).click()
  await expect(symbol).toHaveValue('zł')
  await symbol.fill('$')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
})

test('every section has its address, and an unknown one is no page', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'newsfeed', 'Newsfeed')
  await expect(page).toHaveTitle('Newsfeed, Console | Bankside')
  await expect(page.getByText('Newsfeed management features are coming soon.')).toBeVisible()
  const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link')
  await expect(links).toHaveText([
    'Site Settings',
    'Content',
    'Users',
    'Badges',
    'Points',
    'Referrals',
    'Prizes',
    'Claims',
    'Games',
    'Cards',
    'Videos',
    'Newsfeed',
    'Audit trail',
  ])
  for (const name of await links.allTextContents()) {
    await links.filter({ hasText: name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await expect(page).toHaveTitle(`${name}, Console | Bankside`)
  }
  await page.goto('/admin/nowhere')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`is accessible and fits a phone in ${colorScheme}`, async ({ page, signIn, instance }) => {
    await page.emulateMedia({ colorScheme })
    await openConsole({ page, signIn, instance }, '', 'Site Settings')
    await expect(page.getByLabel('Currency symbol')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.goto('/admin/newsfeed')
    await expect(page.getByText('coming soon')).toBeVisible()
    await expectAccessible(page)
  })

test.describe('when the service fails', () => {
  test.use({ expectedErrors: /Failed to load resource|SiteSettings/ })

  test('it says what could not be loaded, and tries again', async ({ page, signIn, instance }) => {
    const mend = await failCalls(page, ROWS)
    await openConsole({ page, signIn, instance }, '', 'Site Settings')
    await expect(page.getByText('Failed to load site settings')).toBeVisible()
    await mend()
    await page.getByRole('alert').filter({ hasText: 'site settings' }).getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByLabel('Currency symbol')).toBeVisible()
  })

  test('it says what could not be saved, and keeps it', async ({ page, signIn, instance }) => {
    await openConsole({ page, signIn, instance }, '', 'Site Settings')
    await page.getByLabel('Currency symbol').fill('kr')
    await failCalls(page, ROWS, 'PATCH')
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await expect(page.getByText('Failed to update site settings')).toBeVisible()
    await expect(page.getByLabel('Currency symbol')).toHaveValue('kr')
  })
})
