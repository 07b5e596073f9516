import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Instance } from './support/instance.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

// What a card of the feed tells beside its text, and what stands beside the feed.

const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`
const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const composer = (page: Page) => page.getByRole('textbox', { name: 'Write a post' })

async function posted(instance: Instance) {
  const author = await instance.register()
  const client = await instance.signedIn(author)
  const content = unique('Last light at Alder Mere')
  const { data } = await client.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
  return { author, client, content, id: data.id as string }
}

test('the reactions replace the row, and arrow keys, Escape and Enter work in it', async ({
  page,
  instance,
  signIn,
}) => {
  const { content } = await posted(instance)
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  const post = card(page, content)
  const more = post.getByRole('button', { name: 'More reactions' })
  await more.focus()
  await page.keyboard.press('Enter')
  const group = post.getByRole('group', { name: 'React' })
  await expect(group.getByRole('button', { name: 'Heart, 0' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(group.getByRole('button', { name: 'Close reactions' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(group).toHaveCount(0)
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const own = post.getByRole('button', { name: 'Fishing rod, 1' })
  await expect(own).toHaveAttribute('aria-pressed', 'true')
  await expect(own).toBeFocused()
  await expectAccessible(page)
})

test('the summary shows who reacted, without suspended members, and more of them on demand', async ({
  page,
  instance,
  signIn,
}) => {
  const { id, content } = await posted(instance)
  const names: string[] = []
  for (let number = 0; number < 3; number++) {
    const member = await instance.register()
    names.push(member.username)
    const client = await instance.signedIn(member)
    await client.from('newsfeed_reactions').insert({ post_id: id, reaction: 'trophy' }).throwOnError()
    if (number === 1) {
      const admin = await instance.signedIn(instance.bailiff)
      await admin.from('profiles').update({ is_suspended: true }).eq('id', member.id).throwOnError()
    }
  }
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  const summary = card(page, content).getByRole('button', { name: '2 reactions. See who' })
  await summary.click()
  const sheet = page.getByRole('dialog', { name: '2 reactions' })
  await expect(sheet.getByRole('listitem').locator('b')).toHaveText([names[2] ?? '', names[0] ?? ''])
  await expect(sheet.getByText('Trophy')).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(summary).toBeFocused()
})

test('an edited post says so, to its author at once and to others', async ({ page, instance, signIn }) => {
  const { author, content, id, client } = await posted(instance)
  await signIn(author)
  await page.goto('/newsfeed')
  await expect(card(page, content)).not.toContainText('Edited')
  await card(page, content).getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const second = unique('First light')
  await page.getByRole('textbox', { name: 'Edit post' }).fill(second)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, second)).toContainText('Edited')
  const { data } = await client.from('newsfeed_posts').select('edited_at').eq('id', id).single().throwOnError()
  expect(data.edited_at).not.toBeNull()
})

test('one comment stands below a post, and disappears live when it is deleted', async ({ page, instance, signIn }) => {
  const { id, client, content } = await posted(instance)
  const first = await client
    .from('newsfeed_comments')
    .insert({ post_id: id, content: 'Tea helps' })
    .select('id')
    .single()
  await client.from('newsfeed_comments').insert({ post_id: id, content: 'So does cake' }).throwOnError()
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  const post = card(page, content)
  await expect(post).toContainText('So does cake')
  await expect(post).not.toContainText('Tea helps')
  await post.getByRole('button', { name: 'All 2 comments' }).click()
  await expect(post.getByRole('region', { name: 'Comments' })).toContainText('Tea helps')
  await post.getByRole('button', { name: '2 comments', exact: true }).click()
  await client
    .from('newsfeed_comments')
    .delete()
    .neq('id', first.data?.id ?? '')
    .eq('post_id', id)
    .throwOnError()
  await expect(post).not.toContainText('So does cake')
  await expect(post).toContainText('Tea helps')
  await expect(post.getByRole('button', { name: '1 comment', exact: true })).toBeVisible()
})

test('one tap opens the choice of a photo, and the post with it', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await signIn(account)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/newsfeed')
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeHidden()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Photo', exact: true }).click()
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#506b2f' } })
    .png()
    .toBuffer()
  await (await chooser).setFiles({ name: 'mat.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  const content = unique('On the mat')
  await composer(page).fill(content)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(card(page, content).getByRole('img', { name: `Posted by ${account.username}` })).toBeVisible()
})

test('on a phone the first post is above the fold and the info cards are below it', async ({
  page,
  instance,
  signIn,
}) => {
  const { content } = await posted(instance)
  const admin = await instance.signedIn(instance.bailiff)
  const title = unique('Work party')
  const { data: info } = await admin
    .from('info_cards')
    .insert({
      title,
      placement: 'newsfeed',
      start_date: '2026-01-01T00:00:00Z',
      end_date: '2199-01-01T00:00:00Z',
      is_active: true,
    })
    .select('id')
    .single()
    .throwOnError()
  await signIn(await instance.register())
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/newsfeed')
  const cards = page.getByRole('heading', { name: title })
  await expect(cards).toBeAttached()
  await expect(page.getByRole('article').first()).toBeInViewport()
  await expect(cards).not.toBeInViewport()
  const order = await page.evaluate((wanted) => {
    const post = document.querySelector('article')
    const heading = [...document.querySelectorAll('h3')].find(({ textContent }) => textContent === wanted)
    return post && heading ? post.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING : 0
  }, title)
  expect(order).not.toBe(0)
  await expect(card(page, content)).toBeAttached()
  await admin.from('info_cards').delete().eq('id', info.id).throwOnError()
})

test('web addresses in posts and comments are links, and anything else stays text', async ({
  page,
  instance,
  signIn,
}) => {
  const { client, id, content } = await posted(instance)
  const text = `${content} https://carp.example/rigs?size=8. Not http://carp.example nor javascript:alert(1)`
  await client.from('newsfeed_posts').update({ content: text }).eq('id', id).throwOnError()
  await client.from('newsfeed_comments').insert({ post_id: id, content: 'More at https://rods.example' }).throwOnError()
  await signIn(await instance.register())
  await page.goto(`/newsfeed/${id}`)
  const post = card(page, content)
  const link = post.getByRole('link', { name: /^carp\.example\/rigs/ })
  await expect(link).toHaveAttribute('href', 'https://carp.example/rigs?size=8')
  await expect(link).toHaveAttribute('rel', 'nofollow noopener ugc')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(post.getByRole('link', { name: /^rods\.example/ })).toBeVisible()
  await expect(post.getByText('Not http://carp.example nor javascript:alert(1)')).toBeVisible()
  await expect(page.locator('[href^="javascript:"], [href^="http://carp"]')).toHaveCount(0)
  await expectAccessible(page)
})

test.describe('a feed that fails', () => {
  test.use({ expectedErrors: /newsfeed_page|loadPosts|status of 400/ })
  test('a feed that cannot be loaded says so once, and one without posts invites to write', async ({
    page,
    instance,
    signIn,
  }) => {
    const FEED = '**/rest/v1/rpc/newsfeed_page**'
    await signIn(await instance.register())
    await page.route(FEED, (route) => route.fulfill({ status: 400, json: { code: 'XX000', message: 'no' } }))
    await page.goto('/newsfeed')
    await expect(page.getByRole('heading', { name: 'News did not load' })).toBeVisible()
    await expect(page.getByText('Failed to load posts')).toHaveCount(1)
    await expectAccessible(page)
    await page.unroute(FEED)
    await page.route(FEED, (route) => route.fulfill({ json: [] }))
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: 'Write the first post' }).click()
    await expect(composer(page)).toBeFocused()
  })
})

for (const { width, size } of [
  { width: 320, size: '100%' },
  { width: 390, size: '200%' },
])
  test(`the feed fits ${width} pixels with text at ${size}`, async ({ page, instance, signIn }) => {
    const { id, content } = await posted(instance)
    const reader = await instance.register(`${'W'.repeat(34)}${randomUUID().slice(0, 8)}`)
    const client = await instance.signedIn(reader)
    await client
      .from('newsfeed_comments')
      .insert({ post_id: id, content: 'W'.repeat(300) })
      .throwOnError()
    await client.from('newsfeed_reactions').insert({ post_id: id, reaction: 'fish' }).throwOnError()
    await signIn(reader)
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript((fontSize) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = fontSize
      })
    }, size)
    await page.goto('/newsfeed')
    await expect(card(page, content)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await card(page, content).getByRole('button', { name: 'More reactions' }).click()
    await expect(card(page, content).getByRole('button', { name: 'Close reactions' })).toBeInViewport()
    await expectNoSidewaysScroll(page)
  })
