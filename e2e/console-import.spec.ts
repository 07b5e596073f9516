import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { linkIn, recipientOf, type SmtpSink } from '../test-support/smtp-sink.ts'
import { dialog, openConsole } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { test } from './support/mailing-site.ts'
import { skipWelcome } from './support/skip-welcome.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })
test.use({ siteOf: 'console-import' })

const PHONE = { width: 390, height: 844 }
const PATH = 'invitations?view=import'
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const chips = (page: Page) => page.getByRole('region', { name: 'Import members' }).getByRole('list').nth(1)
const column = (page: Page, label: string) => page.getByRole('combobox', { name: label })
const send = (page: Page) => page.getByRole('button', { name: /^Send up to \d/ })
const status = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text)
const unique = (text: string) => `${text}${randomUUID().slice(0, 8)}`

async function chooseFile(page: Page, ...lines: string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\r\n'))
  await page.getByLabel('File of members').setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer })
}

/** Goes on from the columns to the question, and answers it. */
async function sendAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await send(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
}

async function mailTo(sink: SmtpSink, address: string): Promise<string> {
  let mail = await sink.nextMail()
  while (recipientOf(mail) !== address) mail = await sink.nextMail()
  return mail
}

async function choose(instance: Instance, joining: 'open' | 'invitation'): Promise<void> {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('site_settings').update({ joining }).not('id', 'is', null).throwOnError()
}

for (const size of [{ width: 1280, height: 800 }, PHONE])
  test(`an admin imports a file of members, and one who accepts has their points and their day, ${size.width} pixels wide`, async ({
    page,
    instance,
    signIn,
    browser,
    sink,
  }) => {
    test.slow()
    await page.setViewportSize(size)
    await choose(instance, 'open')
    const member = await instance.register()
    await choose(instance, 'invitation')
    const name = unique('ivy_')
    const address = `${name}@carp.test`
    const other = `${unique('finn')}@carp.test`
    const file = [
      'Nick;E-Mail;Member since;Score',
      `${name};${address};31/05/2019;1200`,
      `Mo;${unique('mo')}@carp.test;31/02/2019;5`,
      `Jo;${unique('jo')}@carp.test;;minus five`,
      '=cmd();nobody at carp;;',
      `"Reeds; Finn";${other};;`,
      `Again;${address.toUpperCase()};;`,
      `Old;${member.email};01/01/2020;10`,
    ]
    await openConsole({ page, signIn, instance }, 'invitations', 'Invitations')
    await page.getByRole('button', { name: 'Import members' }).click()
    await expect(page).toHaveURL(/view=import/)
    await chooseFile(page, 'Name,Points', 'Ivy,3')
    await expect(page.getByRole('alert')).toHaveText('The file has no email addresses.')
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)

    await chooseFile(page, ...file)
    await expect(page.getByText('The file has 7 rows.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Import members' })).toBeFocused()
    for (const [label, at] of Object.entries({ Email: '1', Name: '0', Joined: '2', Points: '3' }))
      await expect(column(page, label)).toHaveValue(at)
    await column(page, 'Points').selectOption('Nick')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('This column is chosen already')).toBeVisible()
    await expect(column(page, 'Points')).toBeFocused()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await column(page, 'Points').selectOption('Score')
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(chips(page).getByRole('listitem')).toHaveText([
      '3 to invite',
      '1 without an email address',
      '1 twice in the file',
      '1 with a wrong date',
      '1 with wrong points',
    ])
    const rows = page.getByRole('table', { name: 'Rows of the file' }).getByRole('row')
    await expect(rows).toHaveCount(8)
    await expect(rows.nth(1)).toContainText('Wrong date')
    await expect(rows.nth(1)).toContainText('Mo, joined “31/02/2019”')
    await expect(rows.nth(1)).toContainText('Not a date from 1900 until today')
    await expect(rows.nth(5)).toContainText(address)
    await expect(rows.nth(5)).toContainText('1,200 points')
    await expectNoSidewaysScroll(page)
    // On the phone the bar at the bottom covers half of something further down.
    if (size !== PHONE) await expectAccessibleInBothThemes(page)

    await page.getByRole('button', { name: 'Send up to 3 invitations' }).click()
    const question = dialog(page, 'Send up to 3 invitations?')
    await expect(question).toContainText('Up to 3 addresses get an email with an invitation each.')
    await expect(question).toContainText('invited in the last 30 days, get no email.')
    await expect(question).toContainText('1,210 in all')
    await expectAccessibleInBothThemes(page)
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(status(page, '2 invited.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Import members' })).toBeFocused()
    await expect(chips(page)).toContainText('1 member already')
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the rows not invited' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^not-invited-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(lines).toHaveLength(7)
    expect(lines).toContain(`5,nobody at carp,"'=cmd()",,,Not an email address`)
    expect(lines).toContain(`8,${member.email},Old,01/01/2020,10,A member already`)

    await page.getByRole('button', { name: 'See the invitations' }).click()
    await expect(row(page, address)).toContainText(`${name}, joined`)
    await expect(row(page, address)).toContainText('1,200 points')
    // A name that cannot be a username is not proposed.
    await expect(row(page, other)).not.toContainText('Reeds')
    await page.getByRole('button', { name: 'Import members' }).click()
    await page.getByRole('button', { name: 'Import another file' }).click()
    await chooseFile(page, ...file)
    await sendAll(page)
    await expect(status(page, 'No one was invited. Nothing has changed.')).toBeVisible()
    await expect(chips(page)).toContainText('2 invited in the last 30 days')

    const link = linkIn(await mailTo(sink, address))
    const guest = await (await browser.newContext({ baseURL: instance.url, viewport: size })).newPage()
    await guest.goto(link.href)
    await expect(guest.getByLabel('Username')).toHaveValue(name)
    await guest.getByLabel('Email').fill(address)
    await guest.getByLabel('Password', { exact: true }).fill('quiet-water')
    await guest.getByRole('button', { name: 'Register' }).click()
    await skipWelcome(guest)
    await guest.goto(`/members/${name}`)
    await expect(guest.getByText(/^Member since .*May.*2019/)).toBeVisible()
    await expect(guest.getByRole('definition').first()).toHaveText('1,200')
    await guest.context().close()
  })

test('a file of thousands of rows is read page by page, and leaving in the middle is asked about', async ({
  page,
  instance,
  signIn,
}) => {
  await page.setViewportSize(PHONE)
  await openConsole({ page, signIn, instance }, PATH, 'Invitations')
  const many = Array.from({ length: 5000 }, (_, at) => `member${at}@carp.test,Member ${at}`)
  await chooseFile(page, 'Email,Name', ...many)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Send up to 5,000 invitations' })).toBeVisible()
  await expect(page.getByText('600 addresses can be invited a day.')).toBeVisible()
  await expect(page.getByText('Page 1 of 100')).toBeVisible()
  await expect(page.getByText('1 to 50 of 5,000 rows')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(row(page, 'member50@carp.test')).toBeVisible()
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'By email' }).click()
  await page.getByRole('button', { name: 'Import members' }).click()
  await expect(page.getByRole('button', { name: 'Send up to 5,000 invitations' })).toBeVisible()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const question = dialog(page, 'Leave without saving?')
  await expect(question).toContainText('Your import has not been sent yet.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Back to columns' }).click()
  await page.getByRole('button', { name: 'Another file' }).click()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
})

test('where the site sends no email, the links are offered instead', async ({ page, instance, signIn }) => {
  await page.route('**/rpc/can_invite_by_mail*', (route) => route.fulfill({ json: false }))
  await openConsole({ page, signIn, instance }, PATH, 'Invitations')
  await expect(page.getByText('This site sends no email.')).toBeVisible()
  await expect(page.getByLabel('File of members')).toHaveCount(0)
})

test.describe('with a broken connection', () => {
  test.use({ expectedErrors: /Failed to/ })

  test('a lost answer is made up for by the same request, and no one is invited twice', async ({
    page,
    instance,
    signIn,
  }) => {
    const part = unique('lost')
    const asked: string[] = []
    await page.route('**/rpc/import_members', async (route) => {
      asked.push(route.request().postDataJSON().request)
      await route.fetch()
      // The page repeats the request once by itself.
      if (asked.length <= 2) return route.abort()
      return route.fallback()
    })
    await openConsole({ page, signIn, instance }, PATH, 'Invitations')
    await chooseFile(page, 'Email', `${part}.1@carp.test`, `${part}.2@carp.test`)
    await sendAll(page)
    await expect(page.getByRole('alert')).toContainText('Failed to import the members')
    await expect(page.getByRole('alert')).toContainText('nothing is done twice')
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(status(page, '2 invited.')).toBeVisible()
    expect(new Set(asked).size).toBe(1)
    const admin = await instance.signedIn(instance.bailiff)
    expect((await admin.rpc('mailed_invitations', { search: part }).throwOnError()).data).toHaveLength(2)
  })

  test('the limit of the day ends the import, and says how to go on', async ({ page, instance, signIn }) => {
    const part = unique('limit')
    let calls = 0
    await page.route('**/rpc/import_members', (route) => {
      calls += 1
      if (calls === 1) return route.fallback()
      return route.fulfill({ status: 429, json: { code: 'PT429', message: 'too many', details: null, hint: null } })
    })
    await openConsole({ page, signIn, instance }, PATH, 'Invitations')
    const many = Array.from({ length: 250 }, (_, at) => `${part}.${at}@carp.test`)
    await chooseFile(page, 'Email', ...many)
    await sendAll(page)
    await expect(status(page, /^200 invited\. 600 addresses can be invited a day\./)).toBeVisible()
    await expect(chips(page)).toContainText('50 not sent')
    expect(calls).toBe(2)
  })
})
