import { SECTIONS } from './support/console.ts'
import { holdAnswers } from './support/hold.ts'
import { expect, test } from './support/test.ts'

const MEMBER_PAGES = [
  '/dashboard',
  '/games',
  '/live',
  '/network',
  '/newsfeed',
  '/profile',
  '/records',
  '/prizes/claim/2b3f1c1e-8a55-4c0f-9a53-0a4e5d1c7d11',
]

for (const path of MEMBER_PAGES)
  test(`a guest who opens ${path} signs in and arrives there`, async ({ page, instance }) => {
    const account = await instance.register()
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

for (const path of ['/login', '/register'])
  test(`a member who opens ${path} goes to the profile`, async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto(path)
    await expect(page).toHaveURL(/\/profile$/)
  })

test('guests and members who open a section of the console go to the landing page', async ({
  page,
  instance,
  signIn,
}) => {
  test.slow()
  const expectRefused = async () => {
    for (const section of SECTIONS)
      await test.step(`section ${section}`, async () => {
        await page.goto(`/admin${section && `/${section}`}`)
        await expect(page).toHaveURL((url) => url.pathname === '/')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByRole('navigation', { name: 'Console' })).toHaveCount(0)
      })
  }
  await expectRefused()
  await signIn(await instance.register())
  await expectRefused()
  await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible()
})

test('a member sees no Admin link, and the console sends them to the landing page', async ({
  page,
  instance,
  signIn,
}) => {
  await signIn(await instance.register())
  await page.goto('/games')
  await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0)
  await page.goto('/admin')
  await expect(page).toHaveURL((url) => url.pathname === '/')
})

test('an admin sees the Admin link and enters the console', async ({ page, instance, signIn }) => {
  await signIn(instance.bailiff)
  await page.goto('/games')
  await page.getByRole('link', { name: 'Admin' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByText('Console').first()).toBeVisible()
})

test.describe('when the admin check fails', () => {
  test.use({ expectedErrors: /500|Failed|check|profile/i })

  test('an admin is treated as a member and sent to the landing page', async ({ page, instance, signIn }) => {
    await signIn(instance.bailiff)
    await page.route('**/rest/v1/profiles**', (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'no', details: null, hint: null } }),
    )
    await page.goto('/admin')
    await expect(page).toHaveURL((url) => url.pathname === '/')
  })
})

test('signing out leaves a member page, and Back does not show it again', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Save Profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByRole('button', { name: 'Save Profile' })).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Save Profile' })).toBeHidden()
})

test('Back while the session is still ending waits, then shows the login page', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Save Profile' })).toBeVisible()
  const letGo = await holdAnswers(page, '**/auth/v1/logout**')
  const leaving = page.waitForRequest('**/auth/v1/logout**')
  await page.getByRole('button', { name: 'Exit' }).click()
  await leaving
  await page.goBack()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('button', { name: 'Save Profile' })).toBeHidden()
  letGo()
  await expect(page).toHaveURL(/\/login$/)
})

test('an unknown address shows Page Not Found with a link home', async ({ page }) => {
  await page.goto('/no/such/swim')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return Home' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
})

test.describe('when a screen cannot be loaded at all', () => {
  test.use({ expectedErrors: /./i })

  test('an error is shown and the reader can reload', async ({ page }) => {
    await page.goto('/')
    await page.route('**/assets/leaderboard-*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Leaderboard' }).first().click()
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
    await expect(page.getByRole('button', { name: /reload/i })).toBeVisible()
  })
})
