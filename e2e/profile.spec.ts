import { randomUUID } from 'node:crypto'
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

test('a name in right-to-left letters is saved and shown as typed', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  // Digits may be combined with every script.
  const name = `דני הדייג ${account.id.replace(/\D/g, '').slice(0, 6)}`
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

  test('a taken username is reported at the field, and the input is kept', async ({ page, instance, signIn }) => {
    const other = await instance.register()
    await signIn(await instance.register())
    await page.goto('/profile')
    await page.getByLabel('Username').fill(other.username)
    await page.getByLabel('Bio').fill('Still here.')
    await page.getByRole('button', { name: 'Save Profile' }).click()
    await expect(page.getByText('Username is already taken')).toBeVisible()
    await expect(page.getByLabel('Bio')).toHaveValue('Still here.')
  })

  test('a name that resembles another, and one recently given up, are refused with their reasons', async ({
    page,
    instance,
    signIn,
  }) => {
    const given = `quill ${randomUUID().slice(0, 8)}`
    const other = await instance.register(given)
    const name = `tench ${randomUUID().slice(0, 8)}`
    const client = await instance.signedIn(other)
    await client.from('profiles').update({ username: name }).eq('id', other.id).throwOnError()
    await signIn(await instance.register())
    await page.goto('/profile')
    const save = page.getByRole('button', { name: 'Save Profile' })
    await page.getByLabel('Username').fill(name.replace('tench', 't\u0435nch'))
    await save.click()
    await expect(page.getByText('Use letters of one alphabet only')).toBeVisible()
    await page.getByLabel('Username').fill(`${name}\u2060`)
    await save.click()
    await expect(page.getByText('Username cannot contain invisible characters')).toBeVisible()
    await page.getByLabel('Username').fill(given.replace('quill', 'quiIl'))
    await save.click()
    await expect(page.getByText('This name was given up recently')).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
  })

  test('reports a profile that cannot be loaded, and loads it again', async ({ page, instance, signIn }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const account = await instance.register()
    await signIn(account)
    await page.route('**/rest/v1/profiles?select=*bio*', (route) =>
      route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } }),
    )
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Failed to load profile' })).toBeFocused()
    await page.unroute('**/rest/v1/profiles?select=*bio*')
    await page.getByRole('button', { name: /try again|retry/i }).click()
    await expect(page.getByLabel('Username')).toHaveValue(account.username)
  })

  test('a failed save keeps the input, and the next try saves it', async ({ page, instance, signIn }) => {
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

test('a member chooses theme and dates on the profile; they last on the device, and the footer offers guests the theme', async ({
  page,
  instance,
  signIn,
}) => {
  await page.goto('/')
  await expect(page.getByRole('contentinfo').getByLabel('Theme')).toBeVisible()
  await signIn(await instance.register())
  await page.goto('/profile')
  const display = page.getByRole('region', { name: 'Display' })
  await display.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const month = new Intl.DateTimeFormat('en', { month: 'long' }).format(new Date())
  await display.getByLabel('Dates and times').selectOption('United States')
  await expect(display.getByText(new RegExp(`^Now: \\w+, ${month} \\d+, .*[AP]M$`))).toBeVisible()
  await display.getByLabel('Dates and times').selectOption('United Kingdom')
  await expect(display.getByText(new RegExp(`^Now: \\w+,? \\d+ ${month}, \\d\\d:\\d\\d$`))).toBeVisible()
  await expect(page.getByRole('contentinfo').getByLabel('Theme')).toHaveCount(0)
  await page.reload()
  await expect(display.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(display.getByLabel('Dates and times')).toHaveValue('en-GB')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
