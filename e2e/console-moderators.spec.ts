import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { closedLayer } from './support/closed-layer.ts'
import { dialog, openConsole, SECTIONS } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

// The queue has the reports of these stories only.
test.use({ siteOf: 'console-moderators' })
test.describe.configure({ mode: 'default' })

const PHONE = { width: 390, height: 844 }
const DAY_MS = 86_400_000
const unique = (text: string) => `${text} ${randomUUID().slice(0, 8)}`
const status = (page: Page, text: string) => page.getByRole('status').getByText(text)
const adminLink = (page: Page) => page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Admin' })
const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

/** Writes a post. @returns its ID. */
async function write(instance: Instance, author: Pick<Account, 'email' | 'password'>, content: string) {
  const client = await instance.signedIn(author)
  const { data } = await client.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
  return data.id
}

/** A post of a new member that another one has reported. */
async function reported(instance: Instance): Promise<{ author: Account; content: string }> {
  const author = await instance.register()
  const content = unique('Some people should sell their rods.')
  const subject_id = await write(instance, author, content)
  const reporter = await instance.signedIn(await instance.register())
  await reporter.rpc('send_report', { kind: 'post', subject_id, reason: 'abuse' }).throwOnError()
  return { author, content }
}

/** The first administrator gives a member the role, or takes it back. */
async function setModerator(instance: Instance, account: Account, is_moderator: boolean): Promise<void> {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('profiles').update({ is_moderator }).eq('id', account.id).throwOnError()
}

/** A panel or sheet whose content is as wide as the panel: nothing of it has to be scrolled to sideways. */
const expectNothingCutOff = (panel: Locator) =>
  expect
    .poll(() =>
      panel.evaluate((element) =>
        [element, ...element.querySelectorAll('*')]
          .filter((each) => getComputedStyle(each).overflowX === 'auto' && each.scrollWidth > each.clientWidth)
          .map(({ className, scrollWidth, clientWidth }) => `${className}: ${scrollWidth} in ${clientWidth}`),
      ),
    )
    .toEqual([])

async function newModerator(instance: Instance): Promise<Account> {
  const account = await instance.register()
  await setModerator(instance, account, true)
  return account
}

test('an admin makes a moderator, who decides a report by keyboard and suspends its author for 7 days', async ({
  page,
  instance,
  signIn,
}) => {
  test.slow()
  const helper = await instance.register()
  const { author, content } = await reported(instance)
  const admin = await instance.signedIn(instance.bailiff)
  await openConsole({ page, signIn, instance }, `users?member=${helper.id}`, 'Users')
  const panel = page.getByRole('complementary', { name: 'User' })
  await panel.getByRole('button', { name: 'Make moderator' }).click()
  const question = dialog(page, `Make ${helper.username} a moderator?`)
  await expect(question.getByText(/suspend members for up to 30 days/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await question.getByRole('button', { name: 'Make moderator' }).click()
  await expect(status(page, `${helper.username} is a moderator.`)).toBeVisible()
  await expect(panel.getByText('Moderator', { exact: true })).toBeVisible()
  await expectNothingCutOff(panel)
  await expect(panel.getByRole('button', { name: 'Remove moderator' })).toBeVisible()

  await signIn(helper)
  await page.goto('/dashboard')
  await adminLink(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  const waiting = page.getByRole('region', { name: 'Reports' })
  await expect(waiting.getByRole('listitem')).toContainText(`Post by ${author.username}`)
  await expectAccessibleInBothThemes(page)
  await waiting.getByRole('link', { name: /^Review/ }).click()
  const report = page.getByRole('complementary', { name: 'Report' })
  await expect(report).toContainText(content)
  await page.keyboard.press('5')
  const terms = report.getByLabel('From the newsfeed for').getByRole('option')
  await expect(terms).toHaveText(['1 day', '7 days', '30 days'])
  await expectAccessibleInBothThemes(page)
  await report.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('2')
  await expect(status(page, 'Hidden.')).toBeVisible()
  await expect(page.getByText('No reports are waiting.')).toBeVisible()

  await page.goto(`/admin/users?q=${author.username}`)
  const row = page.getByRole('row').filter({ hasText: author.username })
  await row.getByRole('button', { name: `Suspend ${author.username}` }).click()
  const form = dialog(page, `Suspend ${author.username}?`)
  await expect(form.getByLabel('For how long').getByRole('option')).toHaveText(['1 day', '7 days', '30 days'])
  await form.getByLabel('For how long').selectOption('7 days')
  await form.getByRole('textbox', { name: /^Reason/ }).fill('Insults, again')
  await form.getByRole('button', { name: 'Suspend' }).click()
  await expect(status(page, `${author.username} is suspended.`)).toBeVisible()
  await expect(row).toContainText('Suspended')
  // Only admins lift a suspension.
  await expect(row.getByRole('button', { name: /suspend /i })).toHaveCount(0)

  const { data: record } = await admin.rpc('member_record', { user_id: author.id }).throwOnError()
  const { suspension } = record as { suspension: { reason: string; since: string; ends_at: string } }
  expect(suspension.reason).toBe('Insults, again')
  const days = (Date.parse(suspension.ends_at) - Date.parse(suspension.since)) / DAY_MS
  expect(days).toBeCloseTo(7, 1)
  const { data: trail } = await admin
    .from('audit_log')
    .select('action')
    .eq('actor_id', helper.id)
    .order('at')
    .throwOnError()
  expect(trail.map(({ action }) => action)).toEqual(['decide_report', 'suspend'])
})

test('a moderator sees no email address, no points and no prizes, and writes a note', async ({
  page,
  instance,
  signIn,
}) => {
  const member = await instance.register()
  await instance.givePoints(member, 4321)
  await signIn(await newModerator(instance))
  await page.goto(`/admin/users?q=${member.username}`)
  await expect(page.getByRole('columnheader')).toHaveText(['User', 'Status', 'Joined', 'Actions'])
  await expect(page.getByRole('searchbox', { name: 'Search by username' })).toHaveValue(member.username)
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
  await page.getByRole('button', { name: member.username, exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'User' })
  await expect(panel.getByRole('heading', { level: 2, name: member.username })).toBeFocused()
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText(['Team notes', 'Badges', 'Reports', 'Account'])
  await panel.getByLabel('Add a note').fill('Rang him on Saturday.')
  await panel.getByRole('button', { name: 'Add note' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Rang him on Saturday.' })).toBeVisible()
  await expect(page.getByText(member.email)).toHaveCount(0)
  await expect(page.getByText('4,321')).toHaveCount(0)
  for (const name of ['Give points', 'Edit', 'Password', 'Make moderator', 'Delete'])
    await expect(panel.getByText(name, { exact: true })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
})

test('a moderator reaches no other section, by address, link, key or palette', async ({ page, instance, signIn }) => {
  test.slow()
  const member = await instance.register()
  await signIn(await newModerator(instance))
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: 'Console' })
  await expect(sidebar.getByRole('link')).toHaveText([/^Home$/, /^Users$/, /^Records/, /^Moderation/])

  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL((url) => url.pathname === '/admin')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await expect(palette.getByRole('option')).toHaveText(['Back to the club'])
  const field = palette.getByRole('combobox', { name: 'Search or jump to' })
  await field.fill('points')
  await expect(palette.getByText('No results found matching your search.')).toBeVisible()
  await field.fill(member.username)
  await expect(palette.getByRole('option')).toHaveText([member.username])
  await page.keyboard.press('Escape')
  // The palette's history entry is left before another page is opened.
  await expect.poll(() => page.evaluate(() => history.state.layer)).toBe(0)

  for (const section of SECTIONS.filter((one) => !['', 'users', 'records', 'moderation'].includes(one))) {
    await page.goto(`/admin/${section}`)
    await expect(page.getByRole('heading', { name: 'This part of the console is for admins.' })).toBeVisible()
    await expect(sidebar).toBeVisible()
  }
})

test('a moderator deletes posts of members in the feed, and not those of an admin', async ({
  page,
  instance,
  signIn,
}) => {
  const [mine, theirs] = [unique('For sale: a rod'), unique('The north bank is closed')]
  const member = await instance.register()
  const id = await write(instance, member, mine)
  await write(instance, instance.bailiff, theirs)
  await signIn(await newModerator(instance))
  await page.goto('/newsfeed')
  await card(page, theirs).getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Report'])
  await page.keyboard.press('Escape')
  await card(page, mine).getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Report', 'Delete'])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, mine)).toHaveCount(0)
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin.from('newsfeed_posts').select('id').eq('id', id).throwOnError()
  expect(data).toEqual([])
})

test.describe('when the role ends', () => {
  // A request of the console that is under way at that moment is refused.
  test.use({ expectedErrors: /status of 403/ })

  test('a moderator leaves the console at once', async ({ page, instance, signIn }) => {
    const account = await newModerator(instance)
    await signIn(account)
    await page.goto('/admin/moderation')
    await expect(page.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible()
    await expect(adminLink(page)).toBeVisible()
    await setModerator(instance, account, false)
    await expect(page).toHaveURL((url) => url.pathname === '/', { timeout: 15_000 })
    await expect(status(page, 'An admin has changed your rights, so the console is closed.')).toBeVisible()
    await expect(adminLink(page)).toBeHidden()
  })
})

test('a moderator who becomes an admin finds all sections in the open console', async ({ page, instance, signIn }) => {
  const account = await newModerator(instance)
  await signIn(account)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('profiles').update({ is_admin: true }).eq('id', account.id).throwOnError()
  await expect(page.getByRole('heading', { level: 2, name: 'Coming up' })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link')).toHaveCount(SECTIONS.length)
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('a moderator has four tabs, and decides and reads in sheets', async ({ page, instance, signIn }) => {
    test.slow()
    const { author } = await reported(instance)
    await signIn(await newModerator(instance))
    await page.goto('/admin')
    const tabs = page.getByRole('navigation', { name: 'Tabs' })
    await expect(tabs.getByRole('link')).toHaveText([/^Home$/, /^Users$/, /^Records/, /^Moderation/])
    await expect(page.getByRole('region', { name: 'Reports' })).toContainText(author.username)
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)

    await tabs.getByRole('button', { name: 'Sections' }).click()
    const sections = dialog(page, 'Sections')
    await expect(sections.getByRole('link')).toHaveText([/^Users$/, /^Records/, /^Moderation/, /^Back to the club$/])
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await expect(sections).toHaveCount(0)

    await tabs.getByRole('link', { name: /^Moderation/ }).click()
    await page.getByRole('button', { name: `Open the case of ${author.username}` }).click()
    const report = page.getByRole('dialog', { name: /^Report \d+ of \d+$/ })
    await expectAccessibleInBothThemes(page)
    await report.getByRole('button', { name: 'Dismiss' }).click()
    await expect(status(page, 'Dismissed.')).toBeVisible()
    await expect(report).toHaveCount(0)
    await closedLayer(page)

    await page.goto(`/admin/users?q=${author.username}`)
    await expect(page.getByRole('button', { name: author.username, exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: author.username, exact: true }).click()
    const member = dialog(page, 'User 1 of 1')
    await expect(member.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible()
    await expect(member.getByText(author.email)).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectNothingCutOff(member)
    await expectAccessibleInBothThemes(page)
  })
})
