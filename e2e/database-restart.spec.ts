import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Instance } from './support/instance.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { expect, test } from './support/test.ts'

let engine: OwnEngine

test.beforeAll(async () => {
  engine = await startOwnEngine()
})
test.afterAll(async () => {
  await engine.stop()
})

test('two browsers are up to date again after the database was killed and came back', async ({ browser }) => {
  // A crash, its recovery, and pauses between attempts to come back that grow.
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
      const follows = following(page)
      await page.goto('/newsfeed')
      await expect(reaction(page, content, 'Heart, 0')).toBeVisible()
      await follows
      await page.evaluate(() => void Object.assign(window, { notReloaded: true }))
      return page
    }),
  )

  const other = await instance.signedIn(third)
  engine.killDatabase()
  // Written as soon as the database takes it again, while the browsers may not be following yet.
  await expect
    .poll(async () => (await other.from('newsfeed_reactions').insert({ post_id: post.id, reaction: 'heart' })).error, {
      timeout: 60_000,
    })
    .toBeNull()
  for (const page of pages) await expect(reaction(page, content, 'Heart, 1')).toBeVisible({ timeout: 60_000 })

  // And they see each other live as before.
  const [first, second] = pages as [Page, Page]
  await reaction(first, content, 'Trophy, 0').click()
  await expect(reaction(second, content, 'Trophy, 1')).toBeVisible({ timeout: 30_000 })
  await reaction(second, content, 'Fish, 0').click()
  await expect(reaction(first, content, 'Fish, 1')).toBeVisible({ timeout: 30_000 })
  for (const page of pages) {
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true)
    await page.context().close()
  }
})

const reaction = (page: Page, content: string, name: string) =>
  page.getByRole('article').filter({ hasText: content }).getByRole('button', { name, exact: true })

/** Resolves once the socket of the page that is opened next was told that changes are being captured. */
async function following(page: Page): Promise<void> {
  // The page that is left has a socket of its own.
  await page.waitForURL('**/newsfeed', { waitUntil: 'commit' })
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('Subscribed to PostgreSQL'))
}
