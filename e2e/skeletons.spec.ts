import type { Locator } from '@playwright/test'
import { holdAnswers } from './support/hold.ts'
import { siteWithMail } from './support/site-with-mail.ts'
import { expect, test } from './support/test.ts'

const measure = async (part: Locator) => {
  const box = await part.boundingBox()
  return { top: box?.y ?? 0, height: box?.height ?? 0 }
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])
  test(`what loads has the measure of what comes, at ${viewport.width}`, async ({ page, instance, signIn }) => {
    const [author, other] = [await instance.register(), await instance.register()]
    const client = await instance.signedIn(author)
    const { data: post } = await client
      .from('newsfeed_posts')
      .insert({ content: `Three runs before eight, says ${author.username}` })
      .select('id')
      .single()
      .throwOnError()
    await (await instance.signedIn(other))
      .from('newsfeed_reactions')
      .insert({ post_id: post.id, reaction: 'fish' })
      .throwOnError()
    await signIn(author)
    await siteWithMail(page)
    await page.setViewportSize(viewport)
    const main = page.getByRole('main')
    // The button to connect comes after everything else.
    await page.route('**/rest/v1/member_connections*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.fallback()
    })
    for (const [path, answer, shape, content] of [
      ['/notifications', 'notifications_page', 'li', main.getByRole('listitem')],
      ['/notifications/settings', 'my_notification_settings', 'li', main.getByRole('row').nth(1)],
      [`/search?q=${author.username}`, 'search', 'li', main.getByRole('listitem')],
      [`/members/${other.username}`, 'member_page', '.card', main.getByRole('region', { name: 'About the member' })],
    ] as const) {
      const release = await holdAnswers(page, `**/rest/v1/rpc/${answer}*`)
      await page.goto(path)
      const waiting = main.locator('[aria-busy="true"]')
      const first = waiting.locator(shape).first()
      await expect(first).toBeVisible()
      const before = await measure(first)
      release()
      await expect(waiting).toHaveCount(0)
      const after = await measure(content.first())
      expect(Math.abs(after.height - before.height), `height on ${path}`).toBeLessThanOrEqual(8)
      expect(Math.abs(after.top - before.top), `place on ${path}`).toBeLessThanOrEqual(4)
    }
  })
