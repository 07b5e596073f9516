import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { codeIn, linkIn, type SmtpSink, startSmtpSink } from '../test-support/smtp-sink.ts'
import { Instance } from './support/instance.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { expect, expectAccessible, test } from './support/test.ts'
import { untilControlled } from './support/worker.ts'

test.describe('mailed links', () => {
  test.use({
    serviceWorkers: 'allow',
    expectedErrors:
      /Failed to load resource.*(400|401|403|404)|ERR_INTERNET_DISCONNECTED|Failed to fetch|requestPasswordReset/,
  })
  let sink: SmtpSink
  let site: OwnEngine

  test.beforeAll(async () => {
    sink = await startSmtpSink()
    // The members of these stories register through the API and are signed in at once.
    site = await startOwnEngine(undefined, { SMTP_URL: sink.url, CONFIRM_EMAIL: 'false' })
  })
  test.afterAll(async () => {
    await site.stop()
    await sink.close()
  })

  /** A visitor who has been here before: the offline worker controls every page. */
  async function visitedBefore(page: Page) {
    await page.goto(`${site.url}/`)
    await untilControlled(page)
    await page.goto(`${site.url}/leaderboard`)
    await untilControlled(page)
  }

  async function askForLink(page: Page, email: string) {
    await page.goto(`${site.url}/forgot-password`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('a link to set a new password is on its way')).toBeVisible()
    return await sink.nextMail()
  }

  async function setPassword(page: Page, password: string) {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel(/^Confirm/).fill(password)
    await page.locator('form button[type=submit]').click()
    await expect(page.getByText('Password updated successfully!')).toBeVisible()
  }

  test('a member whose browser has the worker sets a new password through the mailed link', async ({ page }) => {
    const member = await new Instance(site.url).register()
    await visitedBefore(page)
    const link = linkIn(await askForLink(page, member.email))
    await page.goto(link.href)
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Set a new password' }).click()
    await expect(page).toHaveURL(/\/reset-password$/)
    await setPassword(page, 'a fresh start 1')
    // The link is used now; the page says so and offers another one.
    await page.goto('about:blank')
    await page.goto(link.href)
    await page.getByRole('button', { name: 'Set a new password' }).click()
    await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
  })

  test('the link still works after a mail scanner has opened it twice, also in its older form', async ({
    page,
    request,
  }) => {
    const member = await new Instance(site.url).register()
    await visitedBefore(page)
    const link = linkIn(await askForLink(page, member.email))
    const token = new URLSearchParams(link.hash.slice(1)).get('link')
    const older = `${site.url}/auth/v1/verify/${token}?type=recovery&redirect_to=%2Freset-password`
    for (const address of [link.href, link.href, older, older]) expect((await request.get(address)).status()).toBe(200)
    await page.goto(older)
    await expect(page).toHaveURL(/\/confirm#/)
    await page.getByRole('button', { name: 'Set a new password' }).click()
    await setPassword(page, 'a fresh start 2')
  })

  test('a browser with an active worker requests a service’s address only once', async ({ page }) => {
    await visitedBefore(page)
    for (const path of ['/auth/v1/settings', '/rest/v1/', '/storage/v1/nothing', '/functions/v1/nothing']) {
      const response = await page.goto(`${site.url}${path}`)
      expect(response?.fromServiceWorker()).toBe(false)
    }
    await page.goto(`${site.url}/leaderboard`)
    const preload = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.navigationPreload.getState()).enabled
    })
    expect(preload).toBe(false)
  })

  test('the mail’s code works like its link, in the browser that requested it', async ({ page }) => {
    const member = await new Instance(site.url).register()
    const code = codeIn(await askForLink(page, member.email))
    await page.getByRole('link', { name: 'Enter the code from the email instead' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(member.email)
    await expectAccessible(page)
    await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByRole('button', { name: 'Set a new password' }).click()
    await setPassword(page, 'a fresh start 3')
  })

  test('the link is not used while offline, and the page says so', async ({ page, context }) => {
    const member = await new Instance(site.url).register()
    await visitedBefore(page)
    const link = linkIn(await askForLink(page, member.email))
    await page.goto(link.href)
    await expect(page.getByRole('button', { name: 'Set a new password' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Set a new password' }).click()
    await expect(page.getByRole('alert')).toContainText('There is no connection.')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Set a new password' }).click()
    await setPassword(page, `a fresh start ${randomUUID()}`)
  })
})
