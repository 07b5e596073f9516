import { failCalls, openConsole } from './support/console.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const ROWS = '**/rest/v1/referral_settings*'

test('the points of a referral are changed, and the next approval credits them', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'referrals', 'Referrals')
  const points = page.getByLabel('Points per referral')
  await expect(points).toHaveValue('100')
  await points.fill('250')
  await expect(page.getByText('Members get 250 points for each friend')).toBeVisible()
  await page.getByRole('button', { name: 'Save settings' }).dblclick()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  await expect(page.getByText('Settings updated successfully!')).toHaveCount(0)
  await page.reload()
  await expect(points).toHaveValue('250')

  const client = await instance.client()
  const referrer = await instance.register()
  const { error } = await client.auth.signUp({
    email: `friend-${referrer.username}@bankside.test`,
    password: 'quiet-water',
    options: { data: { username: `f_${referrer.username}`.slice(0, 30), referrer_id: referrer.id } },
  })
  expect(error).toBeNull()
  const own = await instance.signedIn(referrer)
  const { data } = await own
    .from('referrals')
    .update({ status: 'completed' })
    .eq('referrer_id', referrer.id)
    .select('points_awarded')
    .throwOnError()
  expect(data).toEqual([{ points_awarded: 250 }])
})

test('the points are a whole number from 0 to 10,000', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'referrals', 'Referrals')
  const points = page.getByLabel('Points per referral')
  for (const wrong of ['', '-1', '1.5', '10001', 'many']) {
    await points.fill(wrong)
    await points.press('Enter')
    await expect(page.getByText('Enter a whole number from 0 to 10,000')).toBeVisible()
    await expect(points).toBeFocused()
  }
  for (const right of ['0', '10000']) {
    await points.fill(right)
    await points.press('Enter')
    await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  }
})

test('warns the second of two admins, and overwrites nothing', async ({ page, signIn, instance }) => {
  // Live, the form would warn before the button is pressed, and disable it.
  await page.routeWebSocket('**/realtime/**', () => {})
  await openConsole({ page, signIn, instance }, 'referrals', 'Referrals')
  const points = page.getByLabel('Points per referral')
  await points.fill('77')
  const other = await instance.signedIn(instance.bailiff)
  await other.from('referral_settings').update({ points_per_referral: 55 }).gte('points_per_referral', 0).throwOnError()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Someone else changed this in the meantime')).toBeVisible()
  await page.getByRole('button', { name: 'Load latest version' }).click()
  await expect(points).toHaveValue('55')
})

test('is accessible in both themes and fits a phone', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'referrals', 'Referrals')
  await page.getByLabel('Points per referral').fill('x')
  await page.getByLabel('Points per referral').press('Enter')
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test.describe('when the service fails', () => {
  test.use({ expectedErrors: /Failed to load resource|settings/i })

  test('reports what could not be loaded, and tries again', async ({ page, signIn, instance }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const restore = await failCalls(page, ROWS)
    await openConsole({ page, signIn, instance }, 'referrals', 'Referrals')
    await expect(page.getByText('Failed to load settings')).toBeVisible()
    await restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByLabel('Points per referral')).toBeVisible()
  })

  test('distinguishes a refused change from one with an unknown outcome', async ({ page, signIn, instance }) => {
    await openConsole({ page, signIn, instance }, 'referrals', 'Referrals')
    await page.getByLabel('Points per referral').fill('321')
    const restore = await failCalls(page, ROWS, 'PATCH')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Failed to update settings')).toBeVisible()
    await restore()
    await page.route(ROWS, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()))
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Failed to save settings')).toBeVisible()
    await expect(page.getByLabel('Points per referral')).toHaveValue('321')
  })
})
