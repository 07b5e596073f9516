import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openConsole } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { skipWelcome } from './support/skip-welcome.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const PHONE = { width: 390, height: 844 }
const NEEDED = 'The club takes new members by invitation. Ask a member for a link.'
const ENDED = /^This invitation cannot be used/
const CLOSED = 'Registration is closed. The club takes no new members at the moment.'

/** What an admin chose before the story. */
async function choose(instance: Instance, joining: 'open' | 'invitation' | 'closed'): Promise<void> {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('site_settings').update({ joining }).not('id', 'is', null).throwOnError()
}

const link = (page: Page) => page.getByRole('textbox', { name: 'Your referral link' })
const openLink = (page: Page) => page.getByRole('region', { name: 'Referrals' })

/** Fills the form as somebody new. @returns their address. */
async function fill(page: Page): Promise<string> {
  const name = `new_${randomUUID().slice(0, 8)}`
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(`${name}@bankside.test`)
  await page.getByLabel('Password', { exact: true }).fill('quiet-water')
  return `${name}@bankside.test`
}

for (const size of [{ width: 1280, height: 800 }, PHONE])
  test(`an admin asks for invitations, a member makes a link, and a friend joins with it, ${size.width} pixels wide`, async ({
    page,
    instance,
    signIn,
    browser,
  }) => {
    test.slow()
    await page.setViewportSize(size)
    await choose(instance, 'open')
    const member = await instance.register()
    const guest = await (await browser.newContext({ baseURL: instance.url, viewport: size })).newPage()
    await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
    const choices = page.getByRole('group', { name: 'Who can register' })
    await expect(choices.getByRole('radio', { name: 'Open' })).toBeChecked()
    await choices.getByRole('radio', { name: 'Open' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(choices.getByRole('radio', { name: 'By invitation' })).toBeChecked()
    // On the phone a bar may cover half of a field above or below.
    await choices.evaluate((group) => group.scrollIntoView({ block: 'center' }))
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings updated successfully!')).toBeVisible()

    await guest.goto('/register')
    await expect(guest.getByText(NEEDED)).toBeVisible()
    await expect(guest.getByRole('button', { name: 'Register' })).toHaveCount(0)
    await expect(guest.getByRole('link', { name: 'Log in' })).toBeVisible()
    await expectAccessibleInBothThemes(guest)

    await signIn(member)
    await page.goto('/profile#referral')
    await expect(openLink(page).getByText('A link works for 30 days and up to 20 new members.')).toBeVisible()
    await expect(link(page)).toHaveCount(0)
    await openLink(page).getByRole('button', { name: 'Make an invitation link' }).dblclick()
    await expect(page.getByRole('status').getByText('Your link is ready.')).toBeVisible()
    await expect(openLink(page).getByText(/for 20 more members\.$/)).toBeVisible()
    await expect(openLink(page).getByRole('button', { name: 'Replace link' })).toBeFocused()
    // On the phone the bar at the bottom covers half of something further down.
    if (size !== PHONE) await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    const first = await link(page).inputValue()
    expect(first).toMatch(new RegExp(`/register\\?ref=${member.id}&invite=[\\w-]{20}$`))

    await guest.goto(first)
    await expect(guest.getByText(`You are being referred by ${member.username}`)).toBeVisible()
    const address = await fill(guest)
    await guest.getByRole('button', { name: 'Register' }).click()
    await skipWelcome(guest)
    const own = await instance.signedIn(member)
    expect((await own.from('referrals').select('referred_email, status')).data).toEqual([
      { referred_email: address, status: 'pending' },
    ])
    await page.reload()
    await expect(openLink(page).getByText(/for 19 more members\.$/)).toBeVisible()

    // The old link ends with its replacement, also for somebody who has the form open.
    const late = await (await browser.newContext({ baseURL: instance.url })).newPage()
    await late.goto(first)
    const typed = await fill(late)
    await openLink(page).getByRole('button', { name: 'Replace link' }).click()
    const question = page.getByRole('dialog', { name: 'Replace your invitation link?' })
    await expect(question.getByText('Nobody can register with the old link any more.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await question.getByRole('button', { name: 'Replace link' }).click()
    await expect(page.getByRole('status').getByText('The old one has ended.')).toBeVisible()
    await expect(link(page)).not.toHaveValue(first)
    await late.getByRole('button', { name: 'Register' }).click()
    await expect(late.getByRole('alert').getByText(ENDED)).toBeVisible()
    await expect(late.getByLabel('Email')).toHaveValue(typed)
    await late.goto(first)
    await expect(late.getByText(ENDED)).toBeVisible()
    await Promise.all([guest.context().close(), late.context().close()])
  })

test.describe('whose answer is lost', () => {
  test.use({ expectedErrors: /Failed to load resource|makeInvitation|fetch/i })

  test('a link that was made is shown by the next press, and is the same one', async ({ page, instance, signIn }) => {
    await choose(instance, 'open')
    const member = await instance.register()
    await choose(instance, 'invitation')
    await signIn(member)
    await page.goto('/profile#referral')
    // Done by the server, but the answer never arrives, nor that of the repetition.
    await page.route('**/rpc/make_invitation', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await openLink(page).getByRole('button', { name: 'Make an invitation link' }).click()
    // What was stored is asked for again, and shown.
    await expect(link(page)).toHaveValue(/invite=/)
    const code = new URL(await link(page).inputValue()).searchParams.get('invite')
    await page.unroute('**/rpc/make_invitation')
    const own = await instance.signedIn(member)
    expect((await own.rpc('my_invitation').throwOnError()).data).toMatchObject([{ code }])
  })
})

test('a closed club says so on the page to register and on the profile, and open again it takes everybody', async ({
  page,
  instance,
  signIn,
}) => {
  await choose(instance, 'open')
  const member = await instance.register()
  await choose(instance, 'closed')
  await page.goto('/register')
  await expect(page.getByText(CLOSED)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await signIn(member)
  await page.goto('/profile#referral')
  await expect(openLink(page).getByText('The club takes no new members at the moment.')).toBeVisible()
  await expect(link(page)).toHaveCount(0)
  await choose(instance, 'open')
  await page.reload()
  await expect(link(page)).toHaveValue(new RegExp(`/register\\?ref=${member.id}$`))
})
