import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { closedLayer } from './support/closed-layer.ts'
import { forgetSession } from './support/forget-session.ts'
import { test as onOwnSite } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const PERIOD_MS = 30_000

/** A code of the app that none of its earlier codes equals: each is accepted once, and one period ahead is allowed. */
const codeOf = (secret: string, periodsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periodsAhead * PERIOD_MS })

async function signInByForm(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Switches two-step sign-in on, on the open profile. @returns the secret of the app. */
async function switchOn(page: Page, name = 'Phone'): Promise<string> {
  await page.getByRole('button', { name: 'Switch on two-step sign-in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = await dialog.getByLabel('Key', { exact: true }).inputValue()
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, -1))
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('Two-step sign-in is on.', { exact: false }).first()).toBeVisible()
  await closedLayer(page)
  return secret
}

test.describe('a member', () => {
  // A wrong code is refused.
  test.use({ expectedErrors: /400|422|twoStep|Invalid/i, viewport: { width: 390, height: 844 } })

  test('switches it on, signs in with a code, and switches it off', async ({ page, instance }) => {
    const account = await instance.register()
    await signInByForm(page, account)
    await expect(page).toHaveURL(/\/profile$/)
    const elsewhere = await instance.signedIn(account)
    await page.getByRole('button', { name: 'Switch on two-step sign-in' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('dialog').getByLabel('Code', { exact: true })).toHaveAttribute(
      'autocomplete',
      'one-time-code',
    )
    await expectAccessibleInBothThemes(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    // One that was begun and left does not stand in the way.
    const secret = await switchOn(page)
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: 'Phone' })
        .getByText(/^Added /),
    ).toBeVisible()
    await expectNoSidewaysScroll(page)
    expect((await elsewhere.auth.getUser()).error).not.toBeNull()

    // The password alone opens nothing, also after a reload and on another page.
    await forgetSession(page)
    await signInByForm(page, account)
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
    await page.goto('/newsfeed')
    await expect(page).toHaveURL(/\/login$/)
    await expectAccessibleInBothThemes(page)

    await page.getByLabel('Code').fill('12')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Enter the six digits that the app shows')).toBeVisible()
    await page.getByLabel('Code').fill(codeOf(secret, 20))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This code is wrong or was used already.', { exact: false })).toBeVisible()
    await page.getByLabel('Code').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/newsfeed$/)

    await page.goto('/profile')
    // A further one is added: two-step sign-in is on already.
    await page.getByRole('button', { name: 'Add another app' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Remove Phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await expect(page.getByText('Two-step sign-in is off.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch on two-step sign-in' })).toBeVisible()
    await forgetSession(page)
    await signInByForm(page, account)
    await expect(page).toHaveURL(/\/profile$/)
  })

  test('can sign out in place of entering a code', async ({ page, instance }) => {
    const account = await instance.register()
    await signInByForm(page, account)
    await switchOn(page)
    await forgetSession(page)
    await signInByForm(page, account)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('bankside-session'))).toBeNull()
  })

  test('is asked for the password again when the sign-in was long ago', async ({ page, instance }) => {
    const account = await instance.register()
    await signInByForm(page, account)
    await expect(page).toHaveURL(/\/profile$/)
    await page.route(
      '**/auth/v1/factors',
      (route) =>
        route.fulfill({
          status: 400,
          json: { code: 400, error_code: 'reauthentication_needed', msg: 'Sign in again to add a second step' },
        }),
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Switch on two-step sign-in' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('You signed in a while ago.', { exact: false })).toBeVisible()
    await dialog.getByLabel('Your password').fill('not-the-password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('This password is wrong')).toBeVisible()
    await dialog.getByLabel('Your password').fill(account.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  })
})

onOwnSite.describe('admins', () => {
  onOwnSite.use({ expectedErrors: /400|401|403|site settings/i, viewport: { width: 1280, height: 800 } })

  onOwnSite('can be required to use it; the console opens after the second step', async ({ page, instance }) => {
    await signInByForm(page, instance.bailiff)
    await expect(page).toHaveURL(/\/profile$/)
    await page.goto('/admin/settings')
    const setting = page.getByLabel('Admins must use two-step sign-in')
    await setting.check()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Switch on two-step sign-in on your profile first', { exact: false })).toBeVisible()
    await page.getByLabel('Admins must use two-step sign-in').uncheck()

    const other = await instance.register()
    const bailiff = await instance.signedIn(instance.bailiff)
    expect((await bailiff.from('profiles').update({ is_admin: true }).eq('id', other.id)).error).toBeNull()

    await page.goto('/profile')
    const secret = await switchOn(page)
    await page.goto('/admin/settings')
    await setting.check()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings updated successfully!')).toBeVisible()

    // With the password alone the API refuses what admins may do, and the console asks for the code.
    const half = await instance.signedIn(instance.bailiff)
    expect((await half.rpc('admin_overview')).error?.code).toBe('42501')
    await forgetSession(page)
    await signInByForm(page, instance.bailiff)
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
    await page.goto('/admin/settings')
    await expect(page).toHaveURL(/\/login$/)
    await page.getByLabel('Code').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/admin/settings')
    await expect(setting).toBeChecked()

    // An admin without an app is sent to the place where it is added, and is an admin again afterwards.
    await forgetSession(page)
    await signInByForm(page, other)
    await expect(page).toHaveURL(/\/profile$/)
    await page.goto('/admin')
    await expect(page).toHaveURL('/profile#two-step')
    await expect(page.getByText('The club asks its admins and moderators to use two-step sign-in.')).toBeVisible()
    await switchOn(page)
    await page.goto('/admin/settings')
    await expect(setting).toBeChecked()
    await setting.uncheck()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  })
})
