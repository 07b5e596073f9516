import { randomUUID } from 'node:crypto'
import { tokenOf } from '../test-support/mailed-link.ts'
import { linkIn, type SmtpSink, startSmtpSink } from '../test-support/smtp-sink.ts'
import { Instance } from './support/instance.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { skipWelcome } from './support/skip-welcome.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test.describe('with confirmation of addresses', () => {
  test.use({ expectedErrors: /Failed to load resource.*400|signIn/ })
  let sink: SmtpSink
  let site: OwnEngine

  test.beforeAll(async () => {
    sink = await startSmtpSink()
    site = await startOwnEngine(undefined, { SMTP_URL: sink.url, CONFIRM_EMAIL: 'true' })
  })
  test.afterAll(async () => {
    await site.stop()
    await sink.close()
  })

  test('a registered guest is asked to check the mail, can sign in only after the link, and is welcomed', async ({
    page,
  }) => {
    const username = `new_${randomUUID().slice(0, 8)}`
    const email = `${username}@bankside.test`
    await page.goto(`${site.url}/register`)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('quiet-water')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
    await expect(page.getByText(email)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('quiet-water')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toContainText('Email not confirmed')

    const link = linkIn(await sink.nextMail())
    await page.goto(link.href)
    await expect(page.getByRole('button', { name: 'Confirm my address' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await skipWelcome(page)
    await page.goto(`${site.url}/profile`)
    await expect(page.getByLabel('Username')).toHaveValue(username)
    await page.reload()
    await expect(page.getByLabel('Username')).toHaveValue(username)
  })

  test('in a different browser from the one that signed up, the link leads to the form for a password', async ({
    page,
    browser,
  }) => {
    const username = `else_${randomUUID().slice(0, 8)}`
    const email = `${username}@bankside.test`
    await page.goto(`${site.url}/register`)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('chosen by a stranger')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

    const context = await browser.newContext()
    const other = await context.newPage()
    await other.goto(linkIn(await sink.nextMail()).href)
    await other.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(other).toHaveURL(/\/reset-password$/)
    await expect(other.getByText('Your account has no password yet')).toBeVisible()
    await expectAccessible(other)
    // Also after a reload.
    await other.reload()
    await expect(other.getByText('Your account has no password yet')).toBeVisible()
    await other.getByLabel('New password', { exact: true }).fill('chosen by the holder')
    await other.getByLabel(/^Confirm/).fill('chosen by the holder')
    await other.locator('form button[type=submit]').click()
    await expect(other.getByText('Password updated successfully!')).toBeVisible()
    await context.close()

    await page.goto(`${site.url}/login`)
    for (const password of ['chosen by a stranger', 'chosen by the holder']) {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      if (password === 'chosen by a stranger')
        await expect(page.getByRole('alert')).toContainText('Invalid login credentials')
    }
    await expect(page).not.toHaveURL(/\/login/)
  })

  test('a used link does not sign in', async ({ page }) => {
    await page.goto(
      `${site.url}/profile#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired`,
    )
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByLabel('Email')).toBeVisible()
  })
})

test.describe('in a club by invitation', () => {
  test.use({ expectedErrors: /Failed to load resource.*422/ })
  let sink: SmtpSink
  let site: OwnEngine

  test.beforeAll(async () => {
    sink = await startSmtpSink()
    site = await startOwnEngine(undefined, { SMTP_URL: sink.url, CONFIRM_EMAIL: 'true' })
  })
  test.afterAll(async () => {
    await site.stop()
    await sink.close()
  })

  test('who confirms their address after the last place was taken is told so, and joins with another invitation', async ({
    page,
  }) => {
    const club = new Instance(site.url)
    const admin = await club.signedIn(club.bailiff)
    await admin.from('site_settings').update({ joining: 'invitation' }).not('id', 'is', null).throwOnError()
    const invite = async () => {
      const values = { id: randomUUID(), note: 'For the stand', places: 1, days: 30 }
      return (await admin.rpc('make_club_link', values).throwOnError()).data[0]?.code ?? ''
    }
    const username = `late_${randomUUID().slice(0, 8)}`
    const register = async (invitation: string) => {
      await page.goto(`${site.url}/register?invite=${invitation}`)
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Email').fill(`${username}@bankside.test`)
      await page.getByLabel('Password', { exact: true }).fill('quiet-water')
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
      return linkIn(await sink.nextMail()).href
    }
    const first = await invite()
    const link = await register(first)

    const other = await club.client()
    const name = `soon_${randomUUID().slice(0, 8)}`
    await other.auth.signUp({
      email: `${name}@bankside.test`,
      password: 'quiet-water',
      options: { data: { username: name, invitation: first } },
    })
    const token_hash = tokenOf(linkIn(await sink.nextMail()))
    expect((await other.auth.verifyOtp({ type: 'signup', token_hash })).error).toBeNull()

    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'The invitation that you registered with has ended, or has no places left. Ask your club for a new invitation, and ' +
        'register again with the same address.',
    )
    await expect(page.getByRole('button', { name: 'Confirm my address' })).toHaveCount(0)
    await expect(page.getByText('Press the button to confirm')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeFocused()
    await expectAccessible(page)

    await page.goto(await register(await invite()))
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(page).toHaveURL(/\/welcome$/)
    await expect(page.getByLabel('Username')).toHaveValue(username)
  })
})
