import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { holdAnswers } from './support/hold.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

const POSTS = '**/rest/v1/newsfeed_posts**'
const COMMENTS = '**/rest/v1/newsfeed_comments**'
const REACTIONS = '**/rest/v1/newsfeed_reactions**'
const SUSPENDED = 'Your account has been suspended from posting in the newsfeed.'

const words = (what: string) => `${what} ${randomUUID().slice(0, 8)}`
const card = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text })
const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Write a post' })

async function write(instance: Instance, account: { email: string; password: string }, content: string, more = {}) {
  const client = await instance.signedIn(account)
  const row = { content, ...more }
  const { data, error } = await client.from('newsfeed_posts').insert(row).select('id').single()
  if (error) throw new Error(`posting failed: ${error.message}`)
  return data.id
}

async function publish(page: Page, content: string) {
  await composer(page).fill(content)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(card(page, content)).toBeVisible()
}

/** Makes one kind of write or read fail, as a server in trouble would. */
async function fail(page: Page, pattern: string, method: string) {
  await page.route(pattern, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } })
      : route.fallback(),
  )
}

async function suspend(instance: Instance, account: Account) {
  const admin = await instance.signedIn(instance.bailiff)
  const { error } = await admin.from('profiles').update({ is_suspended: true }).eq('id', account.id)
  if (error) throw new Error(`suspending failed: ${error.message}`)
}

test('a member posts words and a photo, and finds them after a reload', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await signIn(account)
  await page.goto('/newsfeed')
  await expect(page.getByRole('checkbox', { name: 'Announcement' })).toHaveCount(0)
  const content = words('Moved to the shallow end')
  await composer(page).fill(content)
  await page.getByRole('button', { name: 'Photo' }).click()
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#506b2f' } })
    .png()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'mat.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(card(page, content)).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await page.reload()
  const photo = card(page, content).getByRole('img', { name: `Posted by ${account.username}` })
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('a reaction is given, replaced and taken back, and the others see the count', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register()
  const content = words('Thirty-one pounds')
  const id = await write(instance, author, content)
  const other = await instance.signedIn(await instance.register())
  await other.from('newsfeed_reactions').insert({ post_id: id, reaction: 'heart' })
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  const post = card(page, content)
  await post.getByRole('button', { name: 'Heart, 1' }).click()
  await expect(post.getByRole('button', { name: 'Heart, 2' })).toHaveAttribute('aria-pressed', 'true')
  await post.getByRole('button', { name: 'Fishing rod, 0' }).click()
  await expect(post.getByRole('button', { name: 'Fishing rod, 1' })).toHaveAttribute('aria-pressed', 'true')
  await expect(post.getByRole('button', { name: 'Heart, 1' })).toHaveAttribute('aria-pressed', 'false')
  await expect
    .poll(async () => (await other.from('newsfeed_posts').select('reaction_counts').eq('id', id).single()).data)
    .toEqual({ reaction_counts: { heart: 1, fishing_rod: 1 } })
  await page.reload()
  await post.getByRole('button', { name: 'Fishing rod, 1' }).click()
  await expect(post.getByRole('button', { name: 'Fishing rod, 0' })).toHaveAttribute('aria-pressed', 'false')
  for (const name of ['Heart', 'Thumbs up', 'Fishing rod', 'Fish', 'Trophy'])
    await expect(post.getByRole('button', { name: new RegExp(`^${name}, \\d`) })).toBeVisible()
})

test('a thread opens, Enter sends, Shift and Enter break the line; comments are edited and deleted', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register()
  const content = words('Last light')
  const id = await write(instance, author, content)
  const reader = await instance.register()
  const foreign = await instance.signedIn(author)
  await foreign.from('newsfeed_comments').insert({ post_id: id, content: 'First word' })
  await signIn(reader)
  await page.goto('/newsfeed')
  const post = card(page, content)
  await post.getByRole('button', { name: '1 comment' }).click()
  const thread = post.getByRole('region', { name: 'Comments' })
  await expect(thread.getByText('First word')).toBeVisible()
  await expect(thread.getByRole('button', { name: 'Comment options' })).toHaveCount(0)

  const field = thread.getByRole('textbox', { name: 'Add a comment' })
  await field.fill('Same swim')
  await field.press('Shift+Enter')
  await field.pressSequentially('as last week?')
  await field.press('Enter')
  await expect(field).toHaveValue('')
  await expect(thread.getByText('Same swim\nas last week?')).toBeVisible()
  await expect(post.getByRole('button', { name: '2 comments' })).toBeVisible()

  await thread.getByRole('button', { name: 'Comment options' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await thread.getByRole('textbox', { name: 'Edit comment' }).fill('Different swim')
  await thread.getByRole('button', { name: 'Save' }).click()
  await expect(thread.getByText('Different swim')).toBeVisible()

  await thread.getByRole('button', { name: 'Comment options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure you want to delete this comment?')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(thread.getByText('Different swim')).toBeVisible()
  await thread.getByRole('button', { name: 'Comment options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(thread.getByText('Different swim')).toBeHidden()
  await expect(post.getByRole('button', { name: '1 comment' })).toBeVisible()
})

test('authors edit and delete their posts by keyboard too, and have no menu on those of others', async ({
  page,
  instance,
  signIn,
}) => {
  const foreign = words('Not yours')
  await write(instance, await instance.register(), foreign)
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  await expect(card(page, foreign)).toBeVisible()
  await expect(card(page, foreign).getByRole('button', { name: 'Post options' })).toHaveCount(0)

  const first = words('Frist cast')
  await publish(page, first)
  const options = card(page, first).getByRole('button', { name: 'Post options' })
  await options.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(options).toBeFocused()
  await options.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const second = words('First cast')
  await page.getByRole('textbox', { name: 'Edit post' }).fill(second)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('textbox', { name: 'Edit post' })).toHaveCount(0)
  await page.reload()
  await card(page, second).getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure you want to delete this post?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, second)).toHaveCount(0)
  await page.reload()
  await expect(card(page, foreign)).toBeVisible()
  await expect(card(page, second)).toHaveCount(0)
})

test('an admin announces, the announcement comes first, and an admin may delete any post', async ({
  page,
  instance,
  signIn,
}) => {
  const foreign = words('Buy my bait')
  await signIn(instance.bailiff)
  await page.goto('/newsfeed')
  await page.getByRole('checkbox', { name: 'Announcement' }).check()
  const content = words('The work party is on Saturday')
  await publish(page, content)
  await expect(card(page, content)).toContainText('Announcement')
  await write(instance, await instance.register(), foreign)
  await page.reload()
  await expect(page.getByRole('article').first()).toContainText('Announcement')
  await card(page, foreign).getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, foreign)).toHaveCount(0)
  // Pinned for a week; other stories look for their own posts further down.
  await card(page, content).getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, content)).toHaveCount(0)
})

test('awards of prizes and badges are told in their panels', async ({ page, instance, signIn }) => {
  const winner = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const box = words('Summer Tackle Box')
  await admin.from('newsfeed_posts').insert({
    user_id: winner.id,
    content: `won the ${box}`,
    type: 'prize_award',
    metadata: { package_name: box },
  })
  const name = words('First Cast')
  const { data: badge } = await admin
    .from('badges')
    .insert({ name, description: 'Posted once', icon: '🎣', color: '#1b7a41' })
    .select('id')
    .single()
  await admin.from('user_badges').insert({ user_id: winner.id, badge_id: badge?.id ?? '' })
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  await expect(card(page, box)).toContainText('Prize award')
  await expect(card(page, box)).toContainText(`${winner.username} won the ${box}`)
  await expect(card(page, name)).toContainText('Badge award')
  await expect(card(page, name)).toContainText(`${winner.username} earned ${name}`)
})

test('an empty feed says so', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.route(POSTS, (route) => route.fulfill({ json: [] }))
  await page.goto('/newsfeed')
  await expect(page.getByText('Nothing to show here.')).toBeVisible()
  await expect(composer(page)).toBeVisible()
})

test('the shapes of posts stand in for them while they load', async ({ page, instance, signIn }) => {
  const content = words('Patience')
  await write(instance, await instance.register(), content)
  await signIn(await instance.register())
  const release = await holdAnswers(page, POSTS)
  await page.goto('/newsfeed')
  await expect(page.getByText('Loading posts')).toBeAttached()
  release()
  await expect(card(page, content)).toBeVisible()
})

test('a suspended member reads why and sees neither composer nor posts', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await write(instance, account, words('Buy my bait'))
  await suspend(instance, account)
  await signIn(account)
  await page.goto('/newsfeed')
  await expect(page.getByText(SUSPENDED)).toBeVisible()
  await expect(page.getByText('Nothing to show here.')).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expectAccessible(page)
})

test('older posts come by scrolling, each once', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const mark = randomUUID().slice(0, 8)
  const client = await instance.signedIn(account)
  for (let number = 1; number <= 45; number++)
    await client.from('newsfeed_posts').insert({ content: `${mark} number ${number};` })
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  await expect(page.getByRole('article').first()).toBeVisible()
  const oldest = card(page, `${mark} number 1;`)
  await expect(async () => {
    await page.getByRole('article').last().scrollIntoViewIfNeeded()
    await expect(oldest).toBeVisible({ timeout: 500 })
  }).toPass()
  const shown = await page.getByText(new RegExp(`${mark} number \\d+;`)).allTextContents()
  expect(shown).toEqual([...new Set(shown)])
  expect(shown).toHaveLength(45)
})

test('a button loads older posts where nothing is scrolled', async ({ page, instance, signIn }) => {
  const client = await instance.signedIn(await instance.register())
  for (let number = 1; number <= 21; number++)
    await client.from('newsfeed_posts').insert({ content: words('Cast after cast') })
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

test('what others post waits behind a button and moves nothing', async ({ page, instance, signIn }) => {
  const before = words('Here already')
  const author = await instance.register()
  await write(instance, author, before)
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  await expect(card(page, before)).toBeVisible()
  const after = words('Just landed')
  await write(instance, author, after)
  const pill = page.getByRole('button', { name: 'New posts' })
  await expect(pill).toBeVisible({ timeout: 15_000 })
  await expect(card(page, after)).toHaveCount(0)
  await pill.click()
  await expect(card(page, after)).toBeVisible()
  // Stories that run beside this one may have put theirs above it.
  await expect(page.locator('article:focus')).toBeInViewport()
})

test('a count changes live, without a reload', async ({ page, instance, signIn }) => {
  const content = words('Watch the count')
  const author = await instance.register()
  const id = await write(instance, author, content)
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  await expect(card(page, content).getByRole('button', { name: 'Trophy, 0' })).toBeVisible()
  const other = await instance.signedIn(await instance.register())
  await other.from('newsfeed_reactions').insert({ post_id: id, reaction: 'trophy' })
  await expect(card(page, content).getByRole('button', { name: 'Trophy, 1' })).toBeVisible({ timeout: 15_000 })
})

test('an unsent post and an unsent comment survive a reload', async ({ page, instance, signIn }) => {
  const content = words('Still thinking')
  await write(instance, await instance.register(), content)
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  await composer(page).fill('Half a post')
  await card(page, content).getByRole('button', { name: 'Comment', exact: true }).click()
  await card(page, content).getByRole('textbox', { name: 'Add a comment' }).fill('Half a comment')
  await page.reload()
  await expect(composer(page)).toHaveValue('Half a post')
  await expect(card(page, content).getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Half a comment')
})

test.describe('when a call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|Posts?\b|Comment|Reaction|Image|photo/i })

  test('posts that cannot be loaded say so and load after a retry', async ({ page, instance, signIn }) => {
    // A live connection that comes up, or somebody's change, loads again by itself and takes the button away.
    await page.routeWebSocket('**/realtime/**', () => {})
    const content = words('Back again')
    await write(instance, await instance.register(), content)
    await signIn(await instance.register())
    await fail(page, POSTS, 'GET')
    await page.goto('/newsfeed')
    await expect(page.getByRole('alert')).toContainText('Failed to load posts')
    await page.unroute(POSTS)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, content)).toBeVisible()
  })

  test('a post that cannot be sent stays in the composer', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    const content = words('Bad signal')
    await fail(page, POSTS, 'POST')
    await composer(page).fill(content)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByRole('alert').getByText('Failed to create post', { exact: true })).toBeVisible()
    await expect(composer(page)).toHaveValue(content)
    await page.reload()
    await expect(composer(page)).toHaveValue(content)
    await page.unroute(POSTS)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(card(page, content)).toBeVisible()
  })

  test('the same text twice is refused in plain words', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    const content = words('Echo')
    await publish(page, content)
    await composer(page).fill(content)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to create post')
    await expect(page.getByRole('alert')).toContainText('You have just posted the same text.')
    await expect(card(page, content)).toHaveCount(1)
  })

  test('a member who was suspended meanwhile is told at the next attempt', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    // Without live changes, which would tell before the attempt.
    await page.routeWebSocket(/realtime/, () => {})
    await signIn(account)
    await page.goto('/newsfeed')
    await composer(page).fill('One more about my bait')
    await suspend(instance, account)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByText(SUSPENDED)).toBeVisible()
  })

  test('a reaction that fails goes back', async ({ page, instance, signIn }) => {
    const content = words('No bite')
    await write(instance, await instance.register(), content)
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    await fail(page, REACTIONS, 'POST')
    await card(page, content).getByRole('button', { name: 'Heart, 0' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to update reaction')
    await expect(card(page, content).getByRole('button', { name: 'Heart, 0' })).toHaveAttribute('aria-pressed', 'false')
  })

  test('comments that cannot be added, changed or deleted say so and lose no word', async ({
    page,
    instance,
    signIn,
  }) => {
    const account = await instance.register()
    const content = words('Talk to me')
    await write(instance, account, content)
    await signIn(account)
    await page.goto('/newsfeed')
    const post = card(page, content)
    await post.getByRole('button', { name: 'Comment', exact: true }).click()
    const field = post.getByRole('textbox', { name: 'Add a comment' })
    await fail(page, COMMENTS, 'POST')
    await field.fill('Hello')
    await field.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Failed to add comment')
    await expect(field).toHaveValue('Hello')
    await page.unroute(COMMENTS)
    await field.press('Enter')
    await expect(post.getByRole('listitem').getByText('Hello')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)

    await fail(page, COMMENTS, 'PATCH')
    await post.getByRole('button', { name: 'Comment options' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await post.getByRole('textbox', { name: 'Edit comment' }).fill('Hello again')
    await post.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to update comment')
    await expect(post.getByRole('textbox', { name: 'Edit comment' })).toHaveValue('Hello again')
    await post.getByRole('button', { name: 'Cancel' }).click()

    await fail(page, COMMENTS, 'DELETE')
    await post.getByRole('button', { name: 'Comment options' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to delete comment')
    await expect(post.getByRole('listitem').getByText('Hello')).toBeVisible()
  })

  test('a post that cannot be changed or deleted says so and stays', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    const content = words('Set in stone')
    await publish(page, content)
    await fail(page, POSTS, 'PATCH')
    await page.getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit post' }).fill('Softer')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to update post')
    await expect(page.getByRole('textbox', { name: 'Edit post' })).toHaveValue('Softer')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await fail(page, POSTS, 'DELETE')
    await page.getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to delete post')
    await expect(card(page, content)).toBeVisible()
  })

  test('a photo that cannot be uploaded says so', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.route('**/storage/v1/object/newsfeed-images/**', (route) => route.abort())
    await page.goto('/newsfeed')
    await page.getByRole('button', { name: 'Photo' }).click()
    const buffer = await sharp({ create: { width: 9, height: 6, channels: 3, background: '#506b2f' } })
      .png()
      .toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'mat.png', mimeType: 'image/png', buffer })
    await expect(page.getByText('Failed to upload newsfeed image')).toBeVisible()
    await page.locator('input[type=file]').setInputFiles({
      name: 'carp.heic',
      mimeType: 'image/heic',
      buffer: Buffer.from('not a photo'),
    })
    await expect(page.getByText('Invalid file type. Please upload a JPEG, PNG, or WebP image.')).toBeVisible()
  })
})

for (const theme of ['light', 'dark'] as const)
  for (const width of [320, 1280])
    test(`axe finds nothing on a full feed, ${theme} at ${width} pixels`, async ({ page, instance, signIn }) => {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 800 })
      const author = await instance.register(`${'W'.repeat(40)}${randomUUID().slice(0, 8)}`)
      const content = `${words('שלום 🎣')} ${'x'.repeat(200)}`
      const id = await write(instance, author, content)
      const client = await instance.signedIn(author)
      await client.from('newsfeed_comments').insert({ post_id: id, content: 'y'.repeat(200) })
      await signIn(author)
      // The stories beside this one post too; axe reads every element, and one full card has them all.
      await page.route(POSTS, (route) => route.continue({ url: `${route.request().url()}&user_id=eq.${author.id}` }))
      await page.goto('/newsfeed')
      await card(page, content).getByRole('button', { name: '1 comment' }).click()
      await expect(page.getByText('y'.repeat(200))).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await card(page, content).getByRole('button', { name: 'Post options' }).click()
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
      await expectAccessible(page)
    })
