import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Instance } from './support/instance.ts'
import { whenJoined } from './support/joined.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { expect, test } from './support/test.ts'

let engine: OwnEngine

test.beforeAll(async () => {
  engine = await startOwnEngine()
})
test.afterAll(async () => {
  await engine.stop()
})

test('two browsers are up to date again after a crash and restart of the database', async ({ browser }) => {
  // A crash, its recovery, and growing pauses between attempts to reconnect.
  test.setTimeout(120_000)
  const instance = new Instance(engine.url)
  const [author, reader, third] = await Promise.all([instance.register(), instance.register(), instance.register()])
  const content = `Before the storm ${randomUUID().slice(0, 8)}`
  const writer = await instance.signedIn(author)
  const { data: post } = await writer.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()

  const pages = await Promise.all(
    [author, reader].map(async ({ email, password }) => {
      const page = await (await browser.newContext({ baseURL: engine.url })).newPage()
      await page.goto('/login')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page).not.toHaveURL(/login/)
      const follows = whenJoined(page, 'feed', '/newsfeed')
      await page.goto('/newsfeed')
      await expect(reaction(page, content, 'Heart, 0')).toBeVisible()
      await follows
      await page.evaluate(() => void Object.assign(window, { notReloaded: true }))
      return page
    }),
  )

  const other = await instance.signedIn(third)
  engine.killDatabase()
  // Written as soon as the database accepts it, while the browsers may not have reconnected yet.
  await expect
    .poll(async () => (await other.from('newsfeed_reactions').insert({ post_id: post.id, reaction: 'heart' })).error, {
      timeout: 60_000,
    })
    .toBeNull()
  for (const page of pages) await expect(reaction(page, content, 'Heart, 1')).toBeVisible({ timeout: 60_000 })

  // Afterwards they see each other's changes live as before.
  const [first, second] = pages as [Page, Page]
  await reaction(first, content, 'More reactions').click()
  await reaction(first, content, 'Trophy, 0').click()
  await expect(reaction(second, content, '2 reactions. See who')).toBeVisible({ timeout: 30_000 })
  await reaction(second, content, 'More reactions').click()
  await reaction(second, content, 'Fish, 0').click()
  await expect(reaction(first, content, '3 reactions. See who')).toBeVisible({ timeout: 30_000 })
  for (const page of pages) {
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
    await page.context().close()
  }
})

const reaction = (page: Page, content: string, name: string) =>
  page.getByRole('article').filter({ hasText: content }).getByRole('button', { name, exact: true })
