import { randomUUID } from 'node:crypto'
import { test } from './support/own-site.ts'
import { expect, expectAccessible } from './support/test.ts'

// Pages of posts, and who is new: on a site of their own, where no other story's posts and members come between.
test.describe.configure({ mode: 'default' })

test('scrolling loads older posts, each once', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const mark = randomUUID().slice(0, 8)
  const client = await instance.signedIn(account)
  for (let number = 1; number <= 45; number++)
    await client.from('newsfeed_posts').insert({ content: `${mark} number ${number};` })
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  await expect(page.getByRole('article').first()).toBeVisible()
  const oldest = page.getByRole('article').filter({ hasText: `${mark} number 1;` })
  await expect(async () => {
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    await expect(oldest).toBeVisible({ timeout: 500 })
  }).toPass()
  const shown = await page.getByText(new RegExp(`${mark} number \\d+;`)).allTextContents()
  expect(shown).toEqual([...new Set(shown)])
  expect(shown).toHaveLength(45)
})

test('a button loads older posts without scrolling', async ({ page, instance, signIn }) => {
  const client = await instance.signedIn(await instance.register())
  for (let number = 1; number <= 21; number++)
    await client.from('newsfeed_posts').insert({ content: `Cast after cast ${number}` })
  await signIn(await instance.register())
  await page.addInitScript(() => {
    window.IntersectionObserver = class {
      observe() {}
      disconnect() {}
    } as never
  })
  await page.goto('/newsfeed')
  await expect(page.getByRole('article').nth(19)).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).press('Enter')
  await expect(page.getByRole('article').nth(20)).toBeVisible()
})

test('beside the feed a laptop shows the reader’s place, the next game and new members', async ({
  page,
  instance,
  signIn,
}) => {
  const admin = await instance.signedIn(instance.bailiff)
  const member = await instance.register()
  await admin
    .from('points_log')
    .insert({ user_id: member.id, points_change: 1_000_000, reason: 'of the test' })
    .throwOnError()
  const newest = await instance.register()
  await signIn(member)
  await page.goto('/newsfeed')
  const rail = page.getByRole('complementary', { name: 'At the club now' })
  const own = rail.getByRole('listitem').filter({ hasText: 'You' })
  await expect(own).toContainText('1,000,000')
  await expect(own).toHaveAttribute('aria-current', 'true')
  await expect(rail).toContainText('New at the club')
  await expect(rail).toContainText(newest.username)
  await expectAccessible(page)
  await admin.from('points_log').insert({ user_id: member.id, points_change: 500, reason: 'more' }).throwOnError()
  await expect(own).toContainText('1,000,500')
})
