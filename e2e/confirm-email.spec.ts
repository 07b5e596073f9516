import { randomUUID } from 'node:crypto'
import { linkIn, type SmtpSink, startSmtpSink } from '../test-support/smtp-sink.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test.describe('where addresses have to be confirmed', () => {
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

  test('who registers is told to check their mail, is let in by the link only, and lands on the profile', async ({
    page,
  }) => {
    const username = `new_${randomUUID().slice(0, 8)}`
    const email = `${username}@bankside.test`
    await page.goto(`${site.url}/register`)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('quiet-water')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused()
    await expect(page.getByText(email)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Login' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('quiet-water')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toContainText('Email not confirmed')

    const link = linkIn(await sink.nextMail())
    await page.goto(link.href)
    await expect(page).toHaveURL(/\/profile#?$/)
    await expect(page.getByLabel('Username')).toHaveValue(username)
    await page.reload()
    await expect(page.getByLabel('Username')).toHaveValue(username)
  })

  test('a link that was used already lets nobody in', async ({ page }) => {
    await page.goto(
      `${site.url}/profile#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired`,
    )
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByLabel('Email')).toBeVisible()
  })
})
