import { expect, test } from './support/test.ts'

test('changing the unit converts the weight there and back, within the unit’s maximum', async ({
  page,
  instance,
  signIn,
}) => {
  await signIn(await instance.register())
  await page.goto('/profile')
  const weight = page.getByLabel('Personal best weight')
  await page.getByRole('radio', { name: 'kg' }).click()
  await weight.fill('10')
  await page.getByRole('radio', { name: 'lbs' }).click()
  await expect(weight).toHaveValue('22.05')
  await page.getByRole('radio', { name: 'kg' }).click()
  await expect(weight).toHaveValue('10')
  await weight.fill('500')
  await page.getByRole('radio', { name: 'lbs' }).click()
  await expect(weight).toHaveValue('1000')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
})

test('the bio counts its characters and stops at 500', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/profile')
  await page.getByLabel('Bio').fill('x'.repeat(499))
  await expect(page.getByText('499 / 500')).toBeVisible()
  await page.getByLabel('Bio').pressSequentially('yz')
  await expect(page.getByLabel('Bio')).toHaveValue(`${'x'.repeat(499)}y`)
})

test('a name with emoji and right-to-left letters is saved and shown as typed', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const name = `דני 🐟 ${account.id.slice(0, 6)}`
  await signIn(account)
  await page.goto('/profile')
  await page.getByLabel('Username').fill(name)
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Username')).toHaveValue(name)
})

test.describe('when a call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|profile/i })

  test('a taken username is said at the field and every word stays', async ({ page, instance, signIn }) => {
    const other = await instance.register()
    await signIn(await instance.register())
    await page.goto('/profile')
    await page.getByLabel('Username').fill(other.username)
    await page.getByLabel('Bio').fill('Still here.')
    await page.getByRole('button', { name: 'Save Profile' }).click()
    await expect(page.getByText('Username is already taken')).toBeVisible()
    await expect(page.getByLabel('Bio')).toHaveValue('Still here.')
  })

  test('a profile that cannot be loaded says so and can be retried', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    await signIn(account)
    await page.route('**/rest/v1/profiles?select=*bio*', (route) =>
      route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } }),
    )
    await page.goto('/profile')
    await expect(page.getByRole('alert')).toContainText('Failed to load profile')
    await page.unroute('**/rest/v1/profiles?select=*bio*')
    await page.getByRole('button', { name: /try again|retry/i }).click()
    await expect(page.getByLabel('Username')).toHaveValue(account.username)
  })

  test('a save that fails keeps the words, and the next try saves them', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/profile')
    await page.getByLabel('Bio').fill('Written on a bad signal.')
    await page.route('**/rest/v1/profiles**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.abort(),
    )
    await page.getByRole('button', { name: 'Save Profile' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Bio')).toHaveValue('Written on a bad signal.')
    await page.unroute('**/rest/v1/profiles**')
    await page.getByRole('button', { name: 'Save Profile' }).click()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Bio')).toHaveValue('Written on a bad signal.')
  })
})
