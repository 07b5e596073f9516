import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { dialog, failCalls, openConsole, viewOf } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const POSTS = '**/rest/v1/newsfeed_posts*'
const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })
const article = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text })
const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`

async function write(instance: Instance, account: { email: string; password: string }, content: string, more = {}) {
  const client = await instance.signedIn(account)
  await client
    .from('newsfeed_posts')
    .insert({ content, ...more })
    .throwOnError()
}

test.beforeEach(async ({ instance }) => {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('newsfeed_posts').delete().neq('content', '').throwOnError()
})

test('an announcement is written, extended, given a date, unpinned and pinned again, in the sight of members', async ({
  page,
  signIn,
  instance,
  browser,
}) => {
  const member = await instance.register()
  const post = unique('A tench at noon')
  await write(instance, member, post)
  const reader = await browser.newPage({ baseURL: instance.url })
  await reader.goto('/robots.txt')
  await reader.evaluate(
    (session) => localStorage.setItem('bankside-session', session),
    JSON.stringify(await instance.session(member)),
  )
  await reader.goto('/newsfeed')
  await expect(article(reader, post)).toBeVisible()

  await openConsole({ page, signIn, instance }, 'newsfeed', 'Newsfeed')
  await expect(page.getByText('Newsfeed management features are coming soon.')).toBeVisible()
  await page.getByRole('button', { name: 'Write announcement' }).click()
  const form = dialog(page, 'Write announcement')
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(form.getByText('Write something')).toBeVisible()
  const notice = unique('Otters on the north bank')
  await form.getByLabel('Announcement').fill(notice)
  await form.getByRole('button', { name: 'Publish' }).dblclick()
  await expect(form).toHaveCount(0)
  await expect(row(page, notice)).toHaveCount(1)
  await expect(row(page, notice)).toContainText(/Pinned(6|7) days left/)

  const button = (name: string) => row(page, notice).getByRole('button', { name: new RegExp(`^${name}`) })
  await button('Extend by 7 days').click()
  await expect(row(page, notice)).toContainText(/Pinned1[34] days left/)

  await button('Choose a date').click()
  const date = dialog(page, 'Pinned until')
  await date.getByLabel('Pinned until').fill('2090-01-01T10:00')
  await date.getByRole('button', { name: 'Save' }).click()
  await expect(date.getByText('An announcement can be pinned for 90 days at most')).toBeVisible()
  const end = new Date(Date.now() + 80 * 86_400_000).toISOString().slice(0, 16)
  await date.getByLabel('Pinned until').fill(end)
  await date.getByRole('button', { name: 'Save' }).click()
  await expect(date).toHaveCount(0)
  await expect(row(page, notice)).toContainText(/Pinneduntil /)

  await viewOf(page, 'Pinned').click()
  await expect(row(page, notice)).toBeVisible()
  await button('Unpin now').click()
  await expect(page.getByText('Nothing is pinned.')).toBeVisible()
  await reader.reload()
  await expect(reader.getByRole('article').first()).toContainText(notice)
  await viewOf(page, 'Announcements').click()
  await expect(row(page, notice)).toContainText('Published')
  await expect(button('Unpin now')).toHaveCount(0)
  // Below what was posted since.
  const newer = unique('A bream at one')
  await write(instance, member, newer)
  await reader.reload()
  await expect(reader.getByRole('article').first()).toContainText(newer)
  await button('Pin for 7 days').click()
  await expect(row(page, notice)).toContainText(/Pinned(6|7) days left/)
  await reader.reload()
  await expect(reader.getByRole('article').first()).toContainText(notice)

  await viewOf(page, 'All posts').click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(row(page, post).getByRole('button')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('bream')
  await expect(page.getByRole('row')).toHaveCount(2)
  await row(page, newer)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await dialog(page, 'Delete post').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No posts found.')).toBeVisible()
  await expect(article(reader, newer)).toHaveCount(0)
  await reader.close()
})

test('the list follows what members post, and pages are kept in the address', async ({ page, signIn, instance }) => {
  const member = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const many = Array.from({ length: 26 }, (_, index) => ({
    content: `Award ${index}`,
    type: 'badge_award',
    user_id: member.id,
  }))
  await admin.from('newsfeed_posts').insert(many).throwOnError()
  await openConsole({ page, signIn, instance }, 'newsfeed?filter=all&page=2', 'Newsfeed')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page
    .getByRole('navigation', { name: 'Pages of posts' })
    .getByRole('button', { name: /previous/i })
    .click()
  await expect(page.getByRole('row')).toHaveCount(26)
  const post = unique('Straight in')
  await write(instance, member, post)
  await expect(row(page, post)).toBeVisible()
})

test.describe('when the service fails', () => {
  test.use({ expectedErrors: /Failed to load resource|loadPosts|createPost|updatePost|Error: / })

  test('reports what could not be loaded or changed, and keeps the text', async ({ page, signIn, instance }) => {
    const notice = unique('Work party')
    await write(instance, instance.bailiff, notice, { is_announcement: true })
    await page.routeWebSocket('**/realtime/**', () => {})
    let restore = await failCalls(page, POSTS, 'GET')
    await openConsole({ page, signIn, instance }, 'newsfeed', 'Newsfeed')
    await expect(page.getByRole('alert')).toContainText('Failed to load posts')
    await restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(row(page, notice)).toBeVisible()

    restore = await failCalls(page, POSTS, 'PATCH')
    await row(page, notice)
      .getByRole('button', { name: /^Unpin now/ })
      .click()
    await expect(page.getByRole('status').getByText('Failed to update post')).toBeVisible()
    await expect(row(page, notice)).toContainText('Pinned')
    await restore()

    restore = await failCalls(page, POSTS, 'POST')
    await page.getByRole('button', { name: 'Write announcement' }).click()
    const form = dialog(page, 'Write announcement')
    await form.getByLabel('Announcement').fill('New rules for braid')
    await form.getByRole('button', { name: 'Publish' }).click()
    await expect(form.getByRole('alert')).toContainText('Failed to create post')
    await expect(form.getByLabel('Announcement')).toHaveValue('New rules for braid')
    await restore()
    await form.getByRole('button', { name: 'Publish' }).click()
    await expect(form).toHaveCount(0)
    await expect(row(page, 'New rules for braid')).toHaveCount(1)
  })

  test('two admins who move one pin: the second learns of the first', async ({ page, signIn, instance }) => {
    const notice = unique('Closed on Monday')
    await write(instance, instance.bailiff, notice, { is_announcement: true })
    // The list does not hear of the change.
    await page.routeWebSocket('**/realtime/**', () => {})
    await openConsole({ page, signIn, instance }, 'newsfeed', 'Newsfeed')
    await expect(row(page, notice)).toBeVisible()
    const admin = await instance.signedIn(instance.bailiff)
    const end = new Date(Date.now() + 20.5 * 86_400_000).toISOString()
    await admin.from('newsfeed_posts').update({ pinned_until: end }).eq('content', notice).throwOnError()
    await row(page, notice)
      .getByRole('button', { name: /^Unpin now/ })
      .click()
    await expect(page.getByRole('status').getByText('Another admin has changed this announcement.')).toBeVisible()
    await expect(row(page, notice)).toContainText('20 days left')
  })
})

test('is accessible in both themes, and fits a phone', async ({ page, signIn, instance }) => {
  await write(instance, instance.bailiff, `${unique('Long')} ${'Wide'.repeat(40)} ${'words and words '.repeat(20)}`, {
    is_announcement: true,
  })
  await openConsole({ page, signIn, instance }, 'newsfeed', 'Newsfeed')
  await expect(row(page, 'Long')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 320, height: await page.evaluate(() => document.documentElement.scrollHeight) })
  await expectAccessibleInBothThemes(page)
})
