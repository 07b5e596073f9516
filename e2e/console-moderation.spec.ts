import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { closedLayer } from './support/closed-layer.ts'
import { dialog, openConsole, sectionLink } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const PHONE = { width: 390, height: 844 }
const unique = (text: string) => `${text} ${randomUUID().slice(0, 8)}`
const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Report' })
const status = (page: Page, text: string) => page.getByRole('status').getByText(text)

/** Writes a post. @returns its ID. */
async function write(instance: Instance, author: Account, content: string): Promise<string> {
  const client = await instance.signedIn(author)
  const { data } = await client.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
  return data.id
}

/** Reports something through the API. */
async function report(instance: Instance, subject_id: string, sent: object = {}): Promise<Account> {
  const reporter = await instance.register()
  const client = await instance.signedIn(reporter)
  await client.rpc('send_report', { kind: 'post', subject_id, reason: 'abuse', ...sent }).throwOnError()
  return reporter
}

test('a member reports a post, an admin hides it, it leaves a watching member’s feed, and comes back', async ({
  page,
  browser,
  instance,
  signIn,
}) => {
  test.slow()
  const author = await instance.register()
  const content = unique('Some people should sell their rods.')
  await write(instance, author, content)
  const reporter = await instance.register()
  await signIn(reporter)
  await page.goto('/newsfeed')
  await card(page, content).getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Report'])
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const form = dialog(page, 'Report this post')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(form.getByText('Choose a reason')).toBeVisible()
  await expect(form.getByRole('radio', { name: 'Insults or harassment' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await form.getByRole('radio', { name: 'Insults or harassment' }).check()
  await form.getByLabel('In your own words').fill('He does this every week.')
  await form.getByRole('button', { name: 'Send report' }).dblclick()
  await expect(status(page, 'Thank you. The club team will look at it.')).toBeVisible()
  await expect(form).toHaveCount(0)
  // This page stays open, as the reporter's.
  await expect(card(page, content)).toBeVisible()

  const context = await browser.newContext({ baseURL: instance.url, serviceWorkers: 'block' })
  const session = JSON.stringify(await instance.session(instance.bailiff))
  await context.addInitScript((kept) => localStorage.setItem('bankside-session', kept), session)
  const console = await context.newPage()
  await console.goto('/admin')
  const waiting = console.getByRole('region', { name: 'Reports' })
  await expect(waiting.getByRole('listitem')).toContainText(`Post by ${author.username}`)
  await expect(sectionLink(console, 'Moderation')).toHaveText(/1 waiting/)
  await waiting.getByRole('link', { name: /^Review/ }).click()
  await expect(console.getByRole('heading', { level: 1, name: 'Moderation' })).toBeVisible()
  await expect(panel(console)).toContainText(content)
  await expect(panel(console)).toContainText(`${reporter.username}: He does this every week.`)
  await expect(panel(console)).toContainText('Reports upheldNone before')
  await expectAccessibleInBothThemes(console)
  await expectNoSidewaysScroll(console)

  await console.keyboard.press('2')
  await expect(status(console, 'Hidden.')).toBeVisible()
  await expect(card(page, content)).toHaveCount(0)
  await expect(console.getByText('No reports are waiting.')).toBeVisible()
  await expect(sectionLink(console, 'Moderation')).toHaveText('Moderation')
  await console.keyboard.press('z')
  await expect(status(console, 'The decision is undone, and the report is open again.')).toBeVisible()
  await page.getByRole('button', { name: 'New posts' }).click()
  await expect(card(page, content)).toBeVisible()
  await expect(console.getByRole('table', { name: 'Open reports' })).toContainText(author.username)
  await context.close()

  await page.goto('/notifications')
  await expect(page.getByText('The club team has dealt with your report.')).toHaveCount(0)
})

test('three reports hide a post, and an admin warns or suspends its author with a reason', async ({
  page,
  instance,
  signIn,
}) => {
  test.slow()
  const author = await instance.register()
  const content = unique('Selling day tickets, write to me.')
  const id = await write(instance, author, content)
  const admin = await instance.signedIn(instance.bailiff)
  // Accounts of this site are younger than a week, so that the reports hide nothing; the admin does.
  for (const words of ['Advertising', '', 'Again']) await report(instance, id, { reason: 'spam', words })
  await openConsole({ page, signIn, instance }, 'moderation', 'Moderation')
  const open = page.getByRole('table', { name: 'Open reports' })
  await expect(open.getByRole('row').filter({ hasText: author.username })).toContainText('Advertising or spam 3')
  await open.getByRole('button', { name: `Open the case of ${author.username}` }).click()
  await expect(panel(page).getByRole('heading', { name: `Post by ${author.username}` })).toBeFocused()

  // Keys do nothing in a field.
  await page.keyboard.press('5')
  const reason = panel(page).getByLabel('Reason')
  await panel(page).getByRole('button', { name: 'Hide and suspend for 7 days' }).click()
  await expect(panel(page).getByText('Enter a reason')).toBeVisible()
  await reason.fill('Day tickets are sold by the club, 12 of them.')
  await reason.press('1')
  await expect(panel(page).getByRole('button', { name: 'Hide and suspend for 7 days' })).toBeVisible()
  await panel(page).getByLabel('From the newsfeed for').selectOption('30 days')
  await panel(page).getByRole('button', { name: 'Hide and suspend for 30 days' }).click()
  await expect(status(page, 'Hidden, author suspended for 30 days.')).toBeVisible()
  const standing = async () =>
    (await admin.from('profiles').select('is_suspended').eq('id', author.id).single().throwOnError()).data.is_suspended
  expect(await standing()).toBe(true)

  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Decided' }).click()
  const decided = page.getByRole('table', { name: 'Decided reports' })
  await decided.getByRole('button', { name: `Open the case of ${author.username}` }).click()
  await expect(panel(page)).toContainText('Day tickets are sold by the club, 12 of them.1')
  await panel(page).getByRole('button', { name: 'Undo' }).click()
  await expect(status(page, 'The decision is undone, and the report is open again.')).toBeVisible()
  expect(await standing()).toBe(false)
  await expect(panel(page).getByRole('heading', { name: `Post by ${author.username}` })).toBeFocused()
  await panel(page).getByRole('link', { name: 'Open member' }).click()
  await expect(page.getByRole('complementary', { name: 'User' })).toContainText(author.username)
  await page.setViewportSize(PHONE)
  await expect(page.getByRole('button', { name: /^Sections \d+ waiting$/ })).toBeVisible()
  // The sheet of the member is a layer of the history; going while it is being closed would be aborted.
  await page.setViewportSize({ width: 1280, height: 800 })
  await closedLayer(page)

  await page.goto('/admin/moderation')
  await open.getByRole('button', { name: `Open the case of ${author.username}` }).click()
  await panel(page).getByRole('button', { name: 'Warn' }).click()
  await panel(page).getByLabel('Reason').fill('Please, no advertising.')
  await panel(page).getByLabel('Hide the post as well').uncheck()
  await panel(page).getByRole('button', { name: 'Warn', exact: true }).last().click()
  await expect(status(page, 'Author warned.')).toBeVisible()

  await signIn(author)
  await page.goto('/notifications')
  await expect(page.getByText('The club team has warned you')).toBeVisible()
  await expect(page.getByText('Please, no advertising.')).toBeVisible()
})

test.describe('two admins', () => {
  // The second decision is refused: 400.
  test.use({ expectedErrors: /400|RP004/ })

  test('decide the same case at once: one wins, and the other learns of it', async ({ page, instance, signIn }) => {
    const author = await instance.register()
    const id = await write(instance, author, unique('Both of us'))
    await report(instance, id)
    // Without live changes, the page learns of the other decision only when it sends its own.
    await page.routeWebSocket('**/realtime/**', () => {})
    await openConsole({ page, signIn, instance }, 'moderation', 'Moderation')
    await page.getByRole('button', { name: `Open the case of ${author.username}` }).click()
    await expect(panel(page).getByRole('button', { name: 'Dismiss' })).toBeVisible()
    const other = await instance.register()
    const admin = await instance.signedIn(instance.bailiff)
    await admin.from('profiles').update({ is_admin: true }).eq('id', other.id).throwOnError()
    const client = await instance.signedIn(other)
    const { data: queue } = await client.rpc('report_queue').throwOnError()
    const found = queue.find((row) => row.subject_id === id)
    await client
      .rpc('decide_report', { id: String(found?.id), seen: Number(found?.version), decision: 'remove' })
      .throwOnError()
    await panel(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText(`${other.username} has already decided this report.`)).toBeVisible()
    await expect(panel(page)).toContainText('Removed')
  })
})

test('an admin who was reported sees neither who did it nor the decisions; another admin decides', async ({
  page,
  instance,
  signIn,
}) => {
  const content = unique('The north bank is closed')
  const admin = await instance.signedIn(instance.bailiff)
  const { id } = (await admin.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()).data
  const other = await instance.register()
  await admin.from('profiles').update({ is_admin: true }).eq('id', other.id).throwOnError()
  const reporter = await report(instance, id, { words: 'He shouts at beginners' })
  await openConsole({ page, signIn, instance }, 'moderation', 'Moderation')
  const row = page.getByRole('table', { name: 'Open reports' }).getByRole('row').filter({ hasText: content })
  await expect(row).toContainText('About you')
  await row.getByRole('button').click()
  await expect(panel(page)).toContainText('You are not shown who reported it, or why.')
  await expect(panel(page)).toContainText('Another admin must decide.')
  await expect(panel(page)).not.toContainText(reporter.username)
  await expect(panel(page)).not.toContainText('He shouts at beginners')
  await expect(panel(page).getByRole('group', { name: 'Decision' })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('1')
  const client = await instance.signedIn(other)
  const { data: queue } = await client.rpc('report_queue').throwOnError()
  const found = queue.find((one) => one.subject_id === id)
  expect(found).toMatchObject({ decision: null, is_own: false })
  await client
    .rpc('decide_report', { id: String(found?.id), seen: Number(found?.version), decision: 'dismiss' })
    .throwOnError()
  await expect(panel(page)).toContainText('Dismissed')
  await expect(panel(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('a comment and a member are reported, and decided in a sheet', async ({ page, instance, signIn }) => {
    test.slow()
    const author = await instance.register()
    const id = await write(instance, author, unique('Blanked again'))
    const client = await instance.signedIn(author)
    const words = unique('You could not catch a cold')
    await client.from('newsfeed_comments').insert({ post_id: id, content: words }).throwOnError()
    const member = await instance.register()
    await signIn(member)
    await page.goto(`/newsfeed/${id}`)
    const comment = page.getByRole('region', { name: 'Comments' }).getByRole('listitem').filter({ hasText: words })
    await comment.getByRole('button', { name: 'Comment options' }).click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const form = dialog(page, 'Report this comment')
    await form.getByRole('radio', { name: 'Something else' }).check()
    await expectNoSidewaysScroll(page)
    await form.getByRole('button', { name: 'Send report' }).click()
    await expect(status(page, 'Thank you. The club team will look at it.')).toBeVisible()
    await closedLayer(page)
    await page.goto(`/members/${author.username}`)
    await page.getByRole('button', { name: 'Member options' }).click()
    await expectNoSidewaysScroll(page)
    await page.getByRole('menuitem', { name: 'Report' }).click()
    await dialog(page, `Report ${author.username}`).getByRole('radio', { name: 'Hateful or offensive' }).check()
    await dialog(page, `Report ${author.username}`).getByRole('button', { name: 'Send report' }).click()
    await expect(status(page, 'Thank you. The club team will look at it.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await closedLayer(page)
    await page.goto(`/members/${member.username}`)
    await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Member options' })).toHaveCount(0)

    await openConsole({ page, signIn, instance }, 'moderation', 'Moderation')
    const table = page.getByRole('table', { name: 'Open reports' })
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await table.getByRole('row').filter({ hasText: words }).getByRole('button').click()
    const sheet = page.getByRole('dialog', { name: /^Report \d+ of \d+$/ })
    await expect(sheet.getByRole('heading', { name: `Comment by ${author.username}` })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await sheet.getByRole('button', { name: 'Remove' }).click()
    await expect(status(page, 'Removed.')).toBeVisible()
    await expect(sheet).toHaveCount(0)
    await status(page, 'Removed.').getByRole('button', { name: 'Undo' }).click()
    await expect(status(page, 'The decision is undone, and the report is open again.')).toBeVisible()

    await table.getByRole('row').filter({ hasText: 'Hateful or offensive' }).getByRole('button').first().click()
    await expect(sheet.getByRole('heading', { name: `Profile of ${author.username}` })).toBeVisible()
    await expect(sheet.getByRole('button', { name: 'Hide' })).toBeDisabled()
    await sheet.getByRole('button', { name: 'Dismiss' }).click()
    await expect(status(page, 'Dismissed.')).toBeVisible()
  })
})

test('a member reports the photo of an entry in the viewer, an admin hides it, it leaves an open page, and comes back', async ({
  page,
  browser,
  instance,
  signIn,
}) => {
  test.slow()
  const entrant = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const title = unique('Best carp')
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  const game = await admin
    .from('games')
    .insert({ title, type: 'carp_of_week', status: 'active', start_date: hours(-1), end_date: hours(9) })
    .select('id')
    .single()
    .throwOnError()
  const client = await instance.signedIn(entrant)
  const path = `${entrant.id}/${randomUUID()}.png`
  const picture = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#506b2f' } })
    .png()
    .toBuffer()
  await client.storage.from('game-photos').upload(path, picture, { contentType: 'image/png' })
  const photo_url = client.storage.from('game-photos').getPublicUrl(path).data.publicUrl
  await client.from('game_entries').insert({ game_id: game.data.id, user_id: entrant.id, photo_url }).throwOnError()

  await signIn(await instance.register())
  await page.goto(`/games/${game.data.id}`)
  await page.getByText('1 entry').click()
  const thumbnail = page.getByRole('button', { name: `Photo by ${entrant.username}` })
  await thumbnail.click()
  const viewer = page.getByRole('dialog', { name: 'Entries' })
  await viewer.getByRole('button', { name: 'Report' }).click()
  await expect(viewer).toHaveCount(0)
  const form = dialog(page, 'Report this photo')
  await form.getByRole('radio', { name: 'Cheating in a game' }).check()
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(status(page, 'Thank you. The club team will look at it.')).toBeVisible()
  await expect(form).toHaveCount(0)
  // This page stays open, as the reporter's.
  const wall = page.getByRole('img', { name: `Entry by ${entrant.username}` })
  await expect(wall).toBeVisible()

  const context = await browser.newContext({ baseURL: instance.url, serviceWorkers: 'block' })
  const session = JSON.stringify(await instance.session(instance.bailiff))
  await context.addInitScript((kept) => localStorage.setItem('bankside-session', kept), session)
  const console = await context.newPage()
  await console.goto('/admin/moderation')
  await console.getByRole('button', { name: `Open the case of ${entrant.username}` }).click()
  await expect(panel(console).getByRole('heading', { name: `Game photo by ${entrant.username}` })).toBeVisible()
  await expect(panel(console)).toContainText(title)
  await expect(panel(console).getByRole('img', { name: 'The photo of the entry' })).toBeVisible()
  await expect(panel(console).getByRole('button', { name: 'Remove' })).toBeDisabled()
  await expectAccessibleInBothThemes(console)

  await console.keyboard.press('2')
  await expect(status(console, 'Hidden.')).toBeVisible()
  await expect(thumbnail).toHaveCount(0)
  await expect(wall).toHaveCount(0)
  await expect(page.getByText('1 entry')).toBeVisible()
  await console.keyboard.press('z')
  await expect(status(console, 'The decision is undone, and the report is open again.')).toBeVisible()
  await expect(thumbnail).toBeVisible()
  await expect(wall).toBeVisible()
  await context.close()
})
