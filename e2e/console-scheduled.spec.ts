import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { at, local } from './support/act-parts.ts'
import { closedLayer } from './support/closed-layer.ts'
import { dialog, openConsole, viewOf } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })
const button = (page: Page, text: string, name: string): Locator =>
  row(page, text).getByRole('button', { name: new RegExp(`^${name}`) })
const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`
const told = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text)

/** An admin who can lose their rights again. */
async function otherAdmin(instance: Instance) {
  const account = await instance.register()
  const bailiff = await instance.signedIn(instance.bailiff)
  await bailiff.from('profiles').update({ is_admin: true }).eq('id', account.id).throwOnError()
  return { account, client: await instance.signedIn(account), bailiff }
}

test.beforeEach(async ({ instance }) => {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('scheduled_announcements').delete().neq('content', '').throwOnError()
})

test('an announcement with a photo is written for later, edited, and published ahead of its moment', async ({
  page,
  signIn,
  instance,
}) => {
  await openConsole({ page, signIn, instance }, 'newsfeed', 'Newsfeed')
  await page.getByRole('button', { name: 'Write announcement' }).click()
  const form = dialog(page, 'Write announcement')
  const notice = unique('Christmas match')
  await form.getByLabel('Announcement').fill(notice)
  const jpeg = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2f7d5b' } })
    .jpeg()
    .toBuffer()
  await form.locator('input[type="file"]').setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  await expect(form.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expect(form.getByLabel('Day and time')).toHaveCount(0)
  await form.getByRole('radio', { name: 'Publish now' }).press('ArrowRight')
  await expect(form.getByRole('radio', { name: 'Publish later' })).toBeFocused()
  await form.getByRole('button', { name: 'Schedule' }).click()
  await expect(form.getByText('Choose a day and time')).toBeVisible()
  await form.getByLabel('Day and time').fill(local(-2))
  await expect(form.getByText('Choose a time in the future')).toBeVisible()
  await form.getByLabel('Day and time').fill(local(24 * 400))
  await expect(form.getByText('An announcement can be scheduled for one year ahead at most')).toBeVisible()
  await form.getByLabel('Day and time').fill(local(48))
  // The draft survives a reload.
  await page.reload()
  await expect(form.getByLabel('Announcement')).toHaveValue(notice)
  await form.getByRole('button', { name: 'Schedule' }).click()
  await expect(told(page, /^Scheduled for /)).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(row(page, notice)).toHaveCount(0)

  await expect(viewOf(page, 'Scheduled')).toContainText('1')
  await viewOf(page, 'Scheduled').click()
  await expect(page).toHaveURL(/filter=scheduled/)
  await expect(row(page, notice)).toContainText('Scheduled')
  await expect(row(page, notice).getByRole('img', { name: 'with a photo' })).toBeVisible()
  await button(page, notice, 'Edit').click()
  const edit = dialog(page, 'Scheduled announcement')
  await expect(edit.getByLabel('Day and time')).toHaveValue(local(48))
  const better = unique('Christmas match at ten')
  await edit.getByLabel('Announcement').fill(better)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  await expect(row(page, better)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('nothing like it')
  await expect(page.getByText('No posts found.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('')

  await button(page, better, 'Publish now').click()
  const question = dialog(page, 'Publish now?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect(told(page, 'Announcement published')).toBeVisible()
  await expect(page.getByText('Nothing is scheduled.')).toBeVisible()
  await viewOf(page, 'Pinned').click()
  await expect(row(page, better)).toContainText(/Pinned(6|7) days left/)
  await expect(row(page, better).getByRole('img', { name: 'with a photo' })).toBeVisible()
  await closedLayer(page)
  await page.goto('/admin/audit')
  await expect(page.getByText('published a scheduled announcement')).toBeVisible()
  await expect(page.getByText('edited a scheduled announcement')).toBeVisible()
})

test('at its moment it appears to members and leaves the list, without a reload', async ({
  page,
  signIn,
  instance,
  browser,
}) => {
  // The job runs every minute.
  test.setTimeout(150_000)
  const member = await instance.register()
  const reader = await browser.newPage({ baseURL: instance.url })
  await reader.goto('/robots.txt')
  await reader.evaluate(
    (session) => localStorage.setItem('bankside-session', session),
    JSON.stringify(await instance.session(member)),
  )
  await reader.goto('/newsfeed')
  const notice = unique('The lake is open')
  const admin = await instance.signedIn(instance.bailiff)
  await openConsole({ page, signIn, instance }, 'newsfeed?filter=scheduled', 'Newsfeed')
  await expect(page.getByText('Nothing is scheduled.')).toBeVisible()
  await admin
    .from('scheduled_announcements')
    .insert({ content: notice, publish_at: new Date(Date.now() + 3000).toISOString() })
    .throwOnError()
  await expect(row(page, notice)).toContainText('Scheduled')
  await expect(page.getByText('Nothing is scheduled.')).toBeVisible({ timeout: 100_000 })
  await reader.reload()
  await expect(reader.getByRole('article').first()).toContainText(notice)
  await reader.close()
})

test('one whose author is no admin any more says so, and passes to the admin who saves it', async ({
  page,
  signIn,
  instance,
}) => {
  const { account, client, bailiff } = await otherAdmin(instance)
  const notice = unique('New rules')
  await client
    .from('scheduled_announcements')
    .insert({ content: notice, publish_at: at(30) })
    .throwOnError()
  await openConsole({ page, signIn, instance }, 'newsfeed?filter=scheduled', 'Newsfeed')
  await expect(row(page, notice)).toContainText(account.username)
  await bailiff.from('profiles').update({ is_admin: false }).eq('id', account.id).throwOnError()
  await page.reload()
  await expect(row(page, notice)).toContainText('Cannot be published')
  await expect(row(page, notice)).toContainText(`${account.username} no longer has the rights of an admin.`)
  await button(page, notice, 'Publish now').click()
  const question = dialog(page, 'Publish now?')
  await expect(question).toContainText('It will appear in your name.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await button(page, notice, 'Edit').click()
  const edit = dialog(page, 'Scheduled announcement')
  await expect(edit).toContainText('It will appear in your name.')
  await edit.getByLabel('Day and time').fill(local(60))
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toHaveCount(0)
  await expect(row(page, notice)).not.toContainText(account.username)
  await expect(row(page, notice)).not.toContainText('Cannot be published')
  // Saved by somebody who is no admin: nothing of it is to be seen.
  await expect(client.from('scheduled_announcements').select('id')).resolves.toMatchObject({ data: [] })
})

test('one is cancelled after a question, and another that was published meanwhile is not', async ({
  page,
  signIn,
  instance,
}) => {
  const admin = await instance.signedIn(instance.bailiff)
  const [first, second] = [unique('Otters'), unique('Herons')]
  const { data } = await admin
    .from('scheduled_announcements')
    .insert([
      { content: second, publish_at: at(50) },
      { content: first, publish_at: at(40) },
    ])
    .select('id, content')
    .throwOnError()
  // The list does not hear of the change.
  await page.routeWebSocket('**/realtime/**', () => {})
  await openConsole({ page, signIn, instance }, 'newsfeed?filter=scheduled', 'Newsfeed')
  // Soonest first.
  await expect(page.getByRole('row').nth(1)).toContainText(first)
  await button(page, first, 'Cancel announcement').click()
  const question = dialog(page, 'Cancel announcement?')
  await question.getByRole('button', { name: 'Cancel announcement' }).click()
  await expect(told(page, 'The announcement is cancelled.')).toBeVisible()
  await expect(row(page, first)).toHaveCount(0)
  const other = data.find(({ content }) => content === second)?.id ?? ''
  await admin.rpc('publish_announcement', { announcement_id: other }).throwOnError()
  await button(page, second, 'Cancel announcement').click()
  await question.getByRole('button', { name: 'Cancel announcement' }).click()
  await expect(question).toContainText('Someone else changed this in the meantime')
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Nothing is scheduled.')).toBeVisible()
})

test('pages are kept in the address, and the list is accessible in both themes and fits a phone', async ({
  page,
  signIn,
  instance,
}) => {
  const admin = await instance.signedIn(instance.bailiff)
  const many = Array.from({ length: 26 }, (_, n) => ({
    content: `Notice ${n} ${'Wide'.repeat(n === 25 ? 40 : 1)}`,
    publish_at: at(24 + n),
  }))
  await admin.from('scheduled_announcements').insert(many).throwOnError()
  await openConsole({ page, signIn, instance }, 'newsfeed?filter=scheduled&page=2', 'Newsfeed')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row(page, 'Notice 25')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await button(page, 'Notice 25', 'Edit').click()
  await expect(dialog(page, 'Scheduled announcement')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await dialog(page, 'Scheduled announcement').getByRole('button', { name: 'Cancel' }).click()
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 320, height: await page.evaluate(() => document.documentElement.scrollHeight) })
  await expectAccessibleInBothThemes(page)
})
