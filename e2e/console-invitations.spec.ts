import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { renderSVG } from 'uqr'
import { linkIn, recipientOf } from '../test-support/smtp-sink.ts'
import { dialog, failCalls, openConsole, sectionLink } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { test } from './support/mailing-site.ts'
import { skipWelcome } from './support/skip-welcome.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })
test.use({ siteOf: 'console-invitations' })

const PHONE = { width: 390, height: 844 }
const ENDED = /^This invitation cannot be used/
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const unique = (text: string) => `${text}${randomUUID().slice(0, 8)}`

async function choose(instance: Instance, joining: 'open' | 'invitation' | 'closed'): Promise<void> {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('site_settings').update({ joining }).not('id', 'is', null).throwOnError()
}

/** Registers as somebody new on the page that is open. */
async function register(page: Page): Promise<void> {
  const name = unique('new_')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(`${name}@bankside.test`)
  await page.getByLabel('Password', { exact: true }).fill('quiet-water')
  await page.getByRole('button', { name: 'Register' }).click()
  await skipWelcome(page)
}

test.beforeEach(({ instance }) => choose(instance, 'open'))

for (const size of [{ width: 1280, height: 800 }, PHONE])
  test(`an admin makes a link by which a guest joins a club by invitation, and ends it, ${size.width} pixels wide`, async ({
    page,
    instance,
    signIn,
    browser,
  }) => {
    test.slow()
    await page.setViewportSize(size)
    await choose(instance, 'invitation')
    const note = unique('For the stand at the show ')
    await openConsole({ page, signIn, instance }, 'invitations', 'Invitations')
    await page.locator('main h1').focus()
    await page.keyboard.press('c')
    const form = dialog(page, 'New link')
    await expect(form.getByLabel('Note')).toBeFocused()
    await expect(form.getByLabel('Places')).toHaveValue('20')
    await expect(form.getByLabel('Days')).toHaveValue('30')
    await page.keyboard.press('Enter')
    await expect(form.getByText('Say what the link is for')).toBeVisible()
    await form.getByLabel('Places').fill('1001')
    await expect(form.getByText('Enter a whole number from 1 to 1,000')).toBeVisible()
    await form.getByLabel('Places').fill('2')
    await form.getByLabel('Note').fill(note)
    await expectAccessibleInBothThemes(page)
    await form.getByRole('button', { name: 'Make link' }).click()
    const ready = dialog(page, 'Your link is ready')
    await expect(ready.getByText('for 2 new members')).toBeVisible()
    await expect(ready.getByRole('button', { name: 'Done' })).toBeFocused()
    await expectAccessibleInBothThemes(page)
    const link = await ready.getByRole('textbox', { name: 'Link to register' }).inputValue()
    expect(link).toMatch(/\/register\?invite=[\w-]{20}$/)
    const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { ecc: 'M', border: 4 }))}`
    await expect(ready.getByRole('img', { name: 'QR code of the link to register' })).toHaveAttribute('src', picture)
    await page.keyboard.press('Enter')
    await expect(ready).toHaveCount(0)
    await row(page, note).getByRole('button', { name: 'QR code' }).click()
    const code = dialog(page, 'Invitation').getByRole('img')
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const saved = page.waitForEvent('download')
    await dialog(page, 'Invitation').getByRole('button', { name: 'Save as PNG' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('invitation-qr-code.png')
    const png = await readFile(await file.path())
    expect(png.toString('latin1', 1, 4)).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024])
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/admin\/invitations$/)
    await expect(row(page, note)).toContainText('Active')
    await expect(row(page, note)).toContainText('0 of 2 places taken')
    // On the phone the bar at the bottom covers half of something further down.
    if (size !== PHONE) await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)

    const guest = await (await browser.newContext({ baseURL: instance.url, viewport: size })).newPage()
    await guest.goto(link)
    await register(guest)
    await page.reload()
    await expect(row(page, note)).toContainText('1 of 2 places taken')

    const late = await (await browser.newContext({ baseURL: instance.url })).newPage()
    await row(page, note).getByRole('button', { name: 'End link' }).click()
    await dialog(page, 'End this link?').getByRole('button', { name: 'End link' }).click()
    await expect(page.getByRole('status').getByText('The link has ended.')).toBeVisible()
    await expect(row(page, note)).toContainText('Ended')
    await expect(row(page, note).getByRole('button')).toHaveCount(0)
    await late.goto(link)
    await expect(late.getByText(ENDED)).toBeVisible()
    await Promise.all([guest.context().close(), late.context().close()])
  })

for (const size of [{ width: 1280, height: 800 }, PHONE])
  test(`an admin invites by email, is told what became of each address, and withdraws one, ${size.width} pixels wide`, async ({
    page,
    instance,
    signIn,
    browser,
    sink,
  }) => {
    test.slow()
    await page.setViewportSize(size)
    const member = await instance.register()
    await choose(instance, 'invitation')
    const address = `${unique('ivy')}@carp.test`
    await openConsole({ page, signIn, instance }, 'invitations', 'Invitations')
    await page.getByRole('button', { name: 'By email' }).click()
    await expect(page).toHaveURL(/view=email/)
    if (size !== PHONE) await expect(page.getByText('No one has been invited by email yet.')).toBeVisible()
    const field = page.getByLabel('Email addresses')
    await field.fill(`"Reeds, Ivy" <${address}>; ${member.email}\nivy at carp`)
    await expect(
      page.getByRole('status').filter({ hasText: '2 addresses “ivy at carp” is not an email address.' }),
    ).toBeVisible()
    // A reload keeps the list.
    await page.reload()
    await expect(field).toHaveValue(/ivy at carp$/)
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Send invitations' }).click()
    const told = page.getByText(
      `1 invited. 1 is a member already: ${member.email}. 1 is not an email address and is still in the field.`,
    )
    await expect(told).toBeVisible()
    await expect(field).toHaveValue('ivy at carp')
    await expect(row(page, address)).toContainText(/Waiting|Sent/)
    await expectNoSidewaysScroll(page)
    if (size !== PHONE) await expectAccessibleInBothThemes(page)

    await field.fill(address.toUpperCase())
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await expect(page.getByText(`No one was invited. 1 was invited in the last 30 days: ${address}.`)).toBeVisible()
    await expect(field).toHaveValue('')

    let mail = await sink.nextMail()
    while (recipientOf(mail) !== address) mail = await sink.nextMail()
    const link = linkIn(mail)
    const guest = await (await browser.newContext({ baseURL: instance.url })).newPage()
    await guest.goto(link.href)
    await expect(guest.getByText(/^You are being referred by/)).toBeVisible()
    await expect(row(page, address)).toContainText('Sent')

    await page.getByRole('searchbox', { name: 'Search addresses' }).fill(address)
    await page.getByLabel('State').selectOption('Sent')
    for (const part of [/q=ivy/, /filter=sent/]) await expect(page).toHaveURL(part)
    await row(page, address).getByRole('button', { name: 'Withdraw' }).click()
    const question = dialog(page, 'Withdraw this invitation?')
    await expect(question.getByText('The link in the email to')).toBeVisible()
    await question.getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByRole('status').getByText(`The invitation of ${address} is withdrawn.`)).toBeVisible()
    await expect(page.getByText('No invitations found matching your search.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear state' }).click()
    await expect(row(page, address)).toContainText('Withdrawn')
    await expect(row(page, address).getByRole('button')).toHaveCount(0)
    await guest.reload()
    await expect(guest.getByText(ENDED)).toBeVisible()
    await guest.context().close()
  })

test('a long list is read page by page, is found by a part of the address, and takes 200 addresses at a time', async ({
  page,
  instance,
  signIn,
}) => {
  const part = unique('many')
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${part}.${index}@carp.test`)
  const admin = await instance.signedIn(instance.bailiff)
  await admin.rpc('invite_addresses', { request: randomUUID(), addresses: many(60) }).throwOnError()
  await openConsole({ page, signIn, instance }, `invitations?view=email&q=${part}`, 'Invitations')
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByRole('row')).toHaveCount(61)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await page.getByLabel('State').selectOption('Failed')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL(/\?view=email$/)
  await expect(row(page, part).first()).toBeVisible()

  await page.getByLabel('Email addresses').fill(many(201).join(' '))
  await expect(page.getByText('201 addresses, 200 at a time')).toBeVisible()
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await expect(page.getByText('These are 201 addresses. Invite 200 at a time.')).toBeVisible()
  await expect(page.getByLabel('Email addresses')).toBeFocused()
})

test('where the site sends no email, the links are offered instead', async ({ page, instance, signIn }) => {
  await page.route('**/rpc/can_invite_by_mail*', (route) => route.fulfill({ json: false }))
  await openConsole({ page, signIn, instance }, 'invitations?view=email', 'Invitations')
  await expect(page.getByText('This site sends no email.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send invitations' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Go to links' }).click()
  await expect(page.getByRole('button', { name: 'Links of the club' })).toHaveAttribute('aria-current', 'true')
})

test('a closed club is told that no invitation works', async ({ page, instance, signIn }) => {
  await choose(instance, 'closed')
  await openConsole({ page, signIn, instance }, 'invitations', 'Invitations')
  await expect(page.getByText('Registration is closed, so no invitation works')).toBeVisible()
})

test('a moderator has no invitations', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('profiles').update({ is_moderator: true }).eq('id', account.id).throwOnError()
  await signIn(account)
  await page.goto('/admin/invitations')
  await expect(page.getByText('This part of the console is for admins.')).toBeVisible()
  await expect(sectionLink(page, 'Moderation')).toBeVisible()
  await expect(sectionLink(page, 'Invitations')).toHaveCount(0)
})

test.describe('with a broken server', () => {
  test.use({ expectedErrors: /status of 500|Failed to/ })

  test('a failed load says so and is repeated, and a failed invitation keeps the list', async ({
    page,
    instance,
    signIn,
  }) => {
    const mend = await failCalls(page, '**/rpc/club_links*')
    await openConsole({ page, signIn, instance }, 'invitations', 'Invitations')
    await expect(page.getByRole('alert')).toContainText('Failed to load invitations')
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.goto('/admin/invitations?view=email')
    const refuse = await failCalls(page, '**/rpc/invite_addresses')
    await page.getByLabel('Email addresses').fill('finn@carp.test')
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to send the invitations')
    await expect(page.getByLabel('Email addresses')).toHaveValue('finn@carp.test')
    await refuse()
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await expect(page.getByText('1 invited.')).toBeVisible()
  })
})
