import { failCalls, openConsole, sectionLink } from './support/console.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const ROWS = '**/rest/v1/site_settings*'

/** The sections in the order of the sidebar. */
const NAMES = [
  'Home',
  'Users',
  'Points',
  'Referrals',
  'Invitations',
  'Games',
  'Records',
  'Videos',
  'Prizes',
  'Claims',
  'Badges',
  'Content',
  'Cards',
  'Newsfeed',
  'Moderation',
  'Audit trail',
  'Site Settings',
]

test('the API refuses members', async ({ instance }) => {
  const member = await instance.signedIn(await instance.register())
  const { data } = await member
    .from('site_settings')
    .update({ currency_symbol: '£' })
    .neq('currency_symbol', '')
    .select()
  expect(data ?? []).toEqual([])
})

test('the currency symbol is changed, confirmed for three seconds, and stays', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
  const symbol = page.getByLabel('Currency symbol')
  await expect(symbol).toHaveValue('$')
  await expect(page.getByRole('heading', { name: 'Console' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeDisabled()
  await symbol.fill('€')
  await expect(page.getByText(/such as €25,/)).toBeVisible()
  await page.getByRole('button', { name: 'Save settings' }).dblclick()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  await expect(page.getByText('Settings updated successfully!')).toHaveCount(0)
  await page.reload()
  await expect(symbol).toHaveValue('€')
  await symbol.fill('$')
  await symbol.press('Enter')
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
})

test('the currency symbol has one to three characters', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
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

test('warns the second of two admins, and overwrites nothing', async ({ page, signIn, instance }) => {
  // Live, the form would warn before the button is pressed, and disable it.
  await page.routeWebSocket('**/realtime/**', () => {})
  await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
  const symbol = page.getByLabel('Currency symbol')
  await symbol.fill('£')
  const other = await instance.signedIn(instance.bailiff)
  await other.from('site_settings').update({ currency_symbol: 'zł' }).neq('currency_symbol', '').throwOnError()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Someone else changed this in the meantime')).toBeVisible()
  await expect(symbol).toHaveValue('£')
  await page.getByRole('button', { name: 'Load latest version' }).click()
  await expect(symbol).toHaveValue('zł')
  await symbol.fill('$')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
})

test('every section has an address, and an unknown one shows Page Not Found', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'newsfeed', 'Newsfeed')
  // Other stories send notices to the same admin, and their number stands in front.
  await expect(page).toHaveTitle(/^(\(\d+\) )?Newsfeed, Console \| Bankside$/)
  // Other stories leave reports, claims and members on this site, and their number stands behind a section's name.
  const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link')
  await expect(links).toHaveText(NAMES.map((name) => new RegExp(String.raw`^${name}([\d,]+ waiting)?$`)))
  for (const name of NAMES) {
    await sectionLink(page, name).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await expect(page).toHaveTitle(new RegExp(String.raw`^(\(\d+\) )?${name}, Console \| Bankside$`))
  }
  await page.goto('/admin/nowhere')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

test('is accessible in both themes and fits a phone', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
  await expect(page.getByLabel('Currency symbol')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.goto('/admin/newsfeed')
  await expect(page.getByRole('status').filter({ hasText: /posts? found$/ })).toBeAttached()
  await expectAccessibleInBothThemes(page)
})

test.describe('when the service fails', () => {
  test.use({ expectedErrors: /Failed to load resource|site settings/ })

  test('reports what could not be loaded, and tries again', async ({ page, signIn, instance }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const restore = await failCalls(page, ROWS)
    await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
    await expect(page.getByText('Failed to load site settings')).toBeVisible()
    await restore()
    await page.getByRole('alert').filter({ hasText: 'site settings' }).getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByLabel('Currency symbol')).toBeVisible()
  })

  test('reports what could not be saved, and keeps the input', async ({ page, signIn, instance }) => {
    await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
    await page.getByLabel('Currency symbol').fill('kr')
    await failCalls(page, ROWS, 'PATCH')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Failed to update site settings')).toBeVisible()
    await expect(page.getByLabel('Currency symbol')).toHaveValue('kr')
  })
})
