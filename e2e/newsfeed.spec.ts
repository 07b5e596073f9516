import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { closedLayer } from './support/closed-layer.ts'
import { failCalls } from './support/console.ts'
import { holdAnswers } from './support/hold.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const POSTS = '**/rest/v1/newsfeed_posts**'
const FEED = '**/rest/v1/rpc/newsfeed_page**'
const COMMENTS = '**/rest/v1/newsfeed_comments**'
const REACTIONS = '**/rest/v1/newsfeed_reactions**'
const SUSPENDED = 'Your account has been suspended from posting in the newsfeed.'

const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`
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

/** Makes one kind of write or read fail like a broken server. */
async function fail(page: Page, pattern: string, method: string) {
  await page.route(pattern, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } })
      : route.fallback(),
  )
}

/** Carries out the next write but drops its answer. */
async function loseAnswer(page: Page, pattern: string) {
  let lost = false
  await page.route(pattern, async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback()
    lost = true
    await route.fetch()
    await route.abort()
  })
}

async function suspend(instance: Instance, account: Account) {
  const admin = await instance.signedIn(instance.bailiff)
  const { error } = await admin.from('profiles').update({ is_suspended: true }).eq('id', account.id)
  if (error) throw new Error(`suspending failed: ${error.message}`)
}

test('a member posts a text and a photo, which are there after a reload', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await signIn(account)
  await page.goto('/newsfeed')
  await expect(page.getByRole('checkbox', { name: 'Announcement' })).toHaveCount(0)
  const content = unique('Moved to the shallow end')
  await composer(page).fill(content)
  await page.getByRole('button', { name: 'Photo', exact: true }).click()
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#506b2f' } })
    .png()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'mat.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(card(page, content)).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await page.reload()
  const photo = card(page, content).getByRole('img', { name: `Posted by ${account.username}` })
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await card(page, content).getByRole('button', { name: 'Show the whole photo' }).click()
  await expect(page.getByRole('dialog', { name: `Photo of ${account.username}` })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog', { name: `Photo of ${account.username}` })).toBeHidden()
  await expect(page).toHaveURL('/newsfeed')
})

test('the focus stays in the field after a post', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  const content = unique('Typed')
  await composer(page).fill(content)
  await page.getByRole('button', { name: 'Photo', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card(page, content)).toBeVisible()
  await expect(composer(page)).toBeFocused()
})

test('the focus stays in the field after a comment, or returns to it from the button', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  const content = unique('Any takers')
  await write(instance, account, content)
  await signIn(account)
  await page.goto('/newsfeed')
  await card(page, content).getByRole('button', { name: 'Comment', exact: true }).click()
  const thread = card(page, content).getByRole('region', { name: 'Comments' })
  const field = thread.getByRole('textbox', { name: 'Add a comment' })
  await field.fill('By Enter')
  await field.press('Enter')
  await expect(thread.getByText('By Enter')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await field.fill('By the button')
  await field.press('Tab')
  const send = thread.getByRole('button', { name: 'Send comment' })
  await expect(send).toBeFocused()
  // The next comment can be sent once the first has been answered.
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
  await expect(thread.getByText('By the button')).toBeVisible()
  await expect(field).toBeFocused()
})

test('a reaction is set, replaced and removed, and others see the count', async ({ page, instance, signIn }) => {
  const author = await instance.register()
  const content = unique('Thirty-one pounds')
  const id = await write(instance, author, content)
  const other = await instance.signedIn(await instance.register())
  await other.from('newsfeed_reactions').insert({ post_id: id, reaction: 'heart' })
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  const post = card(page, content)
  await post.getByRole('button', { name: 'Heart, 1' }).click()
  await expect(post.getByRole('button', { name: 'Heart, 2' })).toHaveAttribute('aria-pressed', 'true')
  await post.getByRole('button', { name: 'More reactions' }).click()
  await expect(post.getByRole('button', { name: 'Heart, 2' })).toHaveAttribute('aria-pressed', 'true')
  await post.getByRole('button', { name: 'Fishing rod, 0' }).click()
  // The row is back, and shows the member's own reaction.
  await expect(post.getByRole('button', { name: 'Fishing rod, 1' })).toHaveAttribute('aria-pressed', 'true')
  await expect(post.getByRole('button', { name: /^Heart/ })).toHaveCount(0)
  await expect(post.getByRole('button', { name: '2 reactions. See who' })).toBeVisible()
  await expect
    .poll(async () => (await other.from('newsfeed_posts').select('reaction_counts').eq('id', id).single()).data)
    .toEqual({ reaction_counts: { heart: 1, fishing_rod: 1 } })
  await page.reload()
  await post.getByRole('button', { name: 'Fishing rod, 1' }).click()
  await expect(post.getByRole('button', { name: 'Heart, 1' })).toHaveAttribute('aria-pressed', 'false')
  await post.getByRole('button', { name: 'More reactions' }).click()
  for (const name of ['Heart', 'Thumbs up', 'Fishing rod', 'Fish', 'Trophy'])
    await expect(post.getByRole('button', { name: new RegExp(`^${name}, \\d`) })).toBeVisible()
})

test('a thread opens, Enter sends, Shift+Enter breaks the line, and comments are edited and deleted', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register()
  const content = unique('Last light')
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
  // Nothing of another member's can be changed.
  await thread.getByRole('button', { name: 'Comment options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Report'])
  await page.keyboard.press('Escape')

  const field = thread.getByRole('textbox', { name: 'Add a comment' })
  await field.fill('Same swim')
  await field.press('Shift+Enter')
  await field.pressSequentially('as last week?')
  await field.press('Enter')
  await expect(field).toHaveValue('')
  await expect(thread.getByText('Same swim\nas last week?')).toBeVisible()
  await expect(post.getByRole('button', { name: '2 comments' })).toBeVisible()
  const options = thread
    .getByRole('listitem')
    .filter({ hasText: reader.username })
    .getByRole('button', { name: 'Comment options' })

  await options.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await thread.getByRole('textbox', { name: 'Edit comment' }).fill('Different swim')
  await thread.getByRole('button', { name: 'Save' }).click()
  await expect(thread.getByText('Different swim')).toBeVisible()

  await options.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure you want to delete this comment?')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(thread.getByText('Different swim')).toBeVisible()
  await options.click()
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
  const foreign = unique('Not yours')
  await write(instance, await instance.register(), foreign)
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  await expect(card(page, foreign)).toBeVisible()
  await card(page, foreign).getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Report'])
  await page.keyboard.press('Escape')

  const first = unique('Frist cast')
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
  const second = unique('First cast')
  await page.getByRole('textbox', { name: 'Edit post' }).fill(second)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('textbox', { name: 'Edit post' })).toHaveCount(0)
  await page.reload()
  await card(page, second).getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure you want to delete this post?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, second)).toHaveCount(0)
  await closedLayer(page)
  await page.reload()
  await expect(card(page, foreign)).toBeVisible()
  await expect(card(page, second)).toHaveCount(0)
})

test('an admin’s announcement comes first, and an admin may delete any post', async ({ page, instance, signIn }) => {
  const foreign = unique('Buy my bait')
  await signIn(instance.bailiff)
  await page.goto('/newsfeed')
  await composer(page).focus()
  await page.getByRole('checkbox', { name: 'Announcement' }).check()
  const content = unique('The work party is on Saturday')
  await publish(page, content)
  await expect(card(page, content)).toContainText('Announcement')
  await write(instance, await instance.register(), foreign)
  await page.reload()
  await expect(page.getByRole('article').first()).toContainText('Announcement')
  await card(page, foreign).getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, foreign)).toHaveCount(0)
  // Pinned for a week; other stories look for their own posts below it.
  await card(page, content).getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, content)).toHaveCount(0)
})

test('awards of prizes and badges appear in their own panels', async ({ page, instance, signIn }) => {
  const winner = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const box = unique('Summer Tackle Box')
  await admin.from('newsfeed_posts').insert({
    user_id: winner.id,
    content: `won the ${box}`,
    type: 'prize_award',
    metadata: { package_name: box },
  })
  const name = unique('First Cast')
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

test('an empty feed shows a message', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.route(FEED, (route) => route.fulfill({ json: [] }))
  await page.goto('/newsfeed')
  await expect(page.getByText('No posts yet. Start the conversation.')).toBeVisible()
  await expect(composer(page)).toBeVisible()
})

test('placeholders are shown while posts load', async ({ page, instance, signIn }) => {
  await write(instance, await instance.register(), unique('Patience'))
  await signIn(await instance.register())
  const release = await holdAnswers(page, FEED)
  await page.goto('/newsfeed')
  await expect(page.getByText('Loading posts')).toBeAttached()
  release()
  // Any post: those of other stories may have pushed this one off the first page.
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('Loading posts')).toHaveCount(0)
})

test('a suspended member sees the reason, but neither composer nor posts', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await write(instance, account, unique('Buy my bait'))
  await suspend(instance, account)
  await signIn(account)
  await page.goto('/newsfeed')
  await expect(page.getByText(SUSPENDED)).toBeVisible()
  await expect(page.getByText('Nothing to show here.')).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  // Its notification has been read with it.
  const client = await instance.signedIn(account)
  await expect.poll(async () => (await client.rpc('unread_notifications').throwOnError()).data).toBe(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expectAccessible(page)
})

test('new posts of others wait behind a button and do not move the feed', async ({ page, instance, signIn }) => {
  const before = unique('Here already')
  const author = await instance.register()
  await write(instance, author, before)
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  await expect(card(page, before)).toBeVisible()
  const after = unique('Just landed')
  await write(instance, author, after)
  const pill = page.getByRole('button', { name: 'New posts' })
  await expect(pill).toBeVisible({ timeout: 15_000 })
  await expect(card(page, after)).toHaveCount(0)
  await pill.click()
  await expect(card(page, after)).toBeVisible()
  // Stories that run in parallel may have put their posts above it.
  await expect(page.locator('article:focus')).toBeInViewport()
})

test('a count changes live, without a reload', async ({ page, instance, signIn }) => {
  const content = unique('Watch the count')
  const author = await instance.register()
  const id = await write(instance, author, content)
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  await card(page, content).getByRole('button', { name: 'More reactions' }).click()
  await expect(card(page, content).getByRole('button', { name: 'Trophy, 0' })).toBeVisible()
  const other = await instance.signedIn(await instance.register())
  await other.from('newsfeed_reactions').insert({ post_id: id, reaction: 'trophy' })
  await expect(card(page, content).getByRole('button', { name: 'Trophy, 1' })).toBeVisible({ timeout: 15_000 })
})

test('an unsent post and an unsent comment survive a reload', async ({ page, instance, signIn }) => {
  const content = unique('Still thinking')
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

  test('reports posts that cannot be loaded, and loads them after a retry', async ({ page, instance, signIn }) => {
    // A live connection, or a change by someone else, would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const content = unique('Back again')
    await write(instance, await instance.register(), content)
    await signIn(await instance.register())
    await fail(page, FEED, 'GET')
    await page.goto('/newsfeed')
    await expect(page.getByRole('alert')).toContainText('Failed to load posts')
    await page.unroute(FEED)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, content)).toBeVisible()
  })

  test('a post and a comment whose answers are lost count as sent once live changes bring them', async ({
    page,
    instance,
    signIn,
  }) => {
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    const content = unique('Heard of elsewhere')
    await loseAnswer(page, POSTS)
    await composer(page).fill(content)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByText('Your post was already published.')).toBeVisible()
    await expect(composer(page)).toHaveValue('')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(card(page, content)).toHaveCount(1)

    const post = card(page, content)
    await post.getByRole('button', { name: 'Comment', exact: true }).click()
    const field = post.getByRole('textbox', { name: 'Add a comment' })
    const comment = unique('Heard of here')
    await loseAnswer(page, COMMENTS)
    await field.fill(comment)
    await field.press('Enter')
    await expect(field).toHaveValue('')
    await expect(post.getByRole('alert')).toHaveCount(0)
    await expect(post.getByText(comment)).toHaveCount(1)
  })

  test('a post and a comment whose answers are lost are stored once and confirmed, even after a reload', async ({
    page,
    instance,
    signIn,
  }) => {
    // Live changes would deliver them and complete the forms.
    await page.routeWebSocket('**/realtime/**', () => {})
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    const lose = (pattern: string) =>
      page.route(pattern, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await route.fetch()
        await route.abort()
      })
    const content = unique('Lost on the wire')
    await lose(POSTS)
    await composer(page).fill(content)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to create post')
    await page.unroute(POSTS)
    await page.reload()
    await expect(composer(page)).toHaveValue(content)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByText('Your post was already published.')).toBeVisible()
    await expect(composer(page)).toHaveValue('')
    await expect(card(page, content)).toHaveCount(1)

    const post = card(page, content)
    await post
      .getByRole('button', { name: /comment/i })
      .first()
      .click()
    const field = post.getByRole('textbox', { name: 'Add a comment' })
    const comment = unique('Heard twice')
    await lose(COMMENTS)
    await field.fill(comment)
    await field.press('Enter')
    await expect(post.getByRole('alert')).toContainText('Failed to add comment')
    await page.unroute(COMMENTS)
    await expect(field).toHaveValue(comment)
    await field.press('Enter')
    await expect(field).toHaveValue('')
    await expect(post.getByText(comment)).toHaveCount(1)
    await expect(post.getByRole('alert')).toHaveCount(0)
  })

  test('a double click sends a post with a photo once, and shows no failure', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('newsfeed_posts')) sent.push(request.url())
    })
    const content = unique('Twice in no time')
    await composer(page).fill(content)
    await page.getByRole('button', { name: 'Photo', exact: true }).click()
    const image = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2f6b4f' } })
      .png()
      .toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'carp.png', mimeType: 'image/png', buffer: image })
    await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeEnabled()
    await page.getByRole('button', { name: 'Post', exact: true }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await expect(card(page, content)).toHaveCount(1)
    await expect(composer(page)).toHaveValue('')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(sent).toHaveLength(1)
  })

  test('a post that cannot be sent stays in the composer', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    const content = unique('Bad signal')
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

  test('the same text twice is refused with its reason', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    const content = unique('Echo')
    await publish(page, content)
    await composer(page).fill(content)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to create post')
    await expect(page.getByRole('alert')).toContainText('This post is already in the feed.')
    await expect(card(page, content)).toHaveCount(1)
  })

  test('a member suspended in the meantime sees it at the next attempt', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    // Without live changes, which would show it before the attempt.
    await page.routeWebSocket(/realtime/, () => {})
    await signIn(account)
    await page.goto('/newsfeed')
    await composer(page).fill('One more about my bait')
    await suspend(instance, account)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByText(SUSPENDED)).toBeVisible()
  })

  test('a reaction whose answer is lost stays, without an error', async ({ page, instance, signIn }) => {
    const content = unique('Half a bite')
    const author = await instance.register()
    const id = await write(instance, author, content)
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    await expect(card(page, content)).toBeVisible()
    await loseAnswer(page, REACTIONS)
    const checked = page.waitForResponse((response) => response.url().includes(`ids=%7B${id}%7D`))
    await card(page, content).getByRole('button', { name: 'Heart, 0' }).click()
    await checked
    await expect(card(page, content).getByRole('button', { name: 'Heart, 1' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('alert')).toHaveCount(0)
    const client = await instance.signedIn(author)
    const { data } = await client.from('newsfeed_reactions').select('reaction').eq('post_id', id)
    expect(data).toEqual([{ reaction: 'heart' }])
  })

  test('a failed reaction is reverted', async ({ page, instance, signIn }) => {
    const content = unique('No bite')
    await write(instance, await instance.register(), content)
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    await fail(page, REACTIONS, 'POST')
    await card(page, content).getByRole('button', { name: 'Heart, 0' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to update reaction')
    await expect(card(page, content).getByRole('button', { name: 'Heart, 0' })).toHaveAttribute('aria-pressed', 'false')
  })

  test('reports comments that cannot be added, changed or deleted, and keeps the input', async ({
    page,
    instance,
    signIn,
  }) => {
    const account = await instance.register()
    const content = unique('Talk to me')
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

  test('reports a post that cannot be changed or deleted, and keeps it', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    const content = unique('Set in stone')
    await publish(page, content)
    await fail(page, POSTS, 'PATCH')
    await card(page, content).getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit post' }).fill('Softer')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to update post')
    await expect(page.getByRole('textbox', { name: 'Edit post' })).toHaveValue('Softer')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await fail(page, POSTS, 'DELETE')
    await card(page, content).getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to delete post')
    await expect(card(page, content)).toBeVisible()
  })

  test('reports a failed upload', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await failCalls(page, '**/storage/v1/object/newsfeed-images/**')
    await page.goto('/newsfeed')
    await page.getByRole('button', { name: 'Photo', exact: true }).click()
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

test('axe finds nothing on a full feed in either theme, on a laptop and a phone', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register(`${'W'.repeat(40)}${randomUUID().slice(0, 8)}`)
  const content = `${unique('שלום 🎣')} ${'x'.repeat(200)}`
  const id = await write(instance, author, content)
  const client = await instance.signedIn(author)
  await client.from('newsfeed_comments').insert({ post_id: id, content: 'y'.repeat(200) })
  await signIn(author)
  // Stories in parallel post too; axe reads every element, and one full card has every kind.
  await page.route(FEED, (route) => route.continue({ url: `${route.request().url()}&user_id=eq.${author.id}` }))
  await page.goto('/newsfeed')
  await card(page, content).getByRole('button', { name: '1 comment' }).click()
  await expect(page.getByText('y'.repeat(200))).toBeVisible()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
    await card(page, content).getByRole('button', { name: 'Post options' }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden()
  }
})

test('a suspended member reads why, and when it ends', async ({ page, instance, signIn }) => {
  const member = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const ends_at = new Date(Date.now() + 86_400_000).toISOString()
  await admin.rpc('suspend_member', { user_id: member.id, reason: 'Insults in comments', ends_at }).throwOnError()
  await signIn(member)
  await page.goto('/newsfeed')
  const notice = page.getByText(SUSPENDED)
  await expect(notice.getByText('Reason: Insults in comments')).toBeVisible()
  await expect(notice.getByText(/^The suspension ends on /)).toBeVisible()
  await admin.from('profiles').update({ is_suspended: false }).eq('id', member.id).throwOnError()
  await expect(notice).toHaveCount(0)
})

test('a comment of many lines or marks is collapsed and fits the page', async ({ page, instance, signIn }) => {
  const [author, other] = [await instance.register(), await instance.register()]
  const client = await instance.signedIn(author)
  const { data: post } = await client
    .from('newsfeed_posts')
    .insert({ user_id: author.id, content: 'Long answers' })
    .select('id')
    .single()
    .throwOnError()
  const answer = await instance.signedIn(other)
  for (const content of [`top${'\n'.repeat(1_900)}end`, 'a\u0301\u0302\u0303\u0304'.repeat(380)])
    await answer.from('newsfeed_comments').insert({ post_id: post.id, user_id: other.id, content }).throwOnError()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(author)
  await page.goto(`/newsfeed/${post.id}`)
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(more).toHaveCount(2)
  await expectNoSidewaysScroll(page)
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  expect(await height()).toBeLessThan(3_000)
  await more.first().click()
  await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible()
  expect(await height()).toBeGreaterThan(20_000)
  await more.click()
  await expectNoSidewaysScroll(page)
})

test('by keyboard, the focus returns to a post’s options after Cancel, Escape and Save, and Escape asks about changed words', async ({
  page,
  instance,
  signIn,
}) => {
  const member = await instance.register()
  const api = await instance.signedIn(member)
  const content = `Still water ${member.username}`
  await api.from('newsfeed_posts').insert({ content }).throwOnError()
  await signIn(member)
  await page.goto('/newsfeed')
  const post = page.getByRole('article').filter({ hasText: member.username }).first()
  const options = post.getByRole('button', { name: 'Post options' })
  const choose = async (name: string) => {
    await options.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name }).focus()
    await page.keyboard.press('Enter')
  }
  for (const key of ['Escape', 'Enter']) {
    await choose('Delete')
    await expect(page.getByRole('dialog', { name: 'Delete post' })).toBeVisible()
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(options).toBeFocused()
  }

  const field = post.getByLabel('Edit post')
  await choose('Edit')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(options).toBeFocused()
  await choose('Edit')
  await expect(field).toBeFocused()
  await page.keyboard.type(', no wind')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(field).toHaveValue(`${content}, no wind`)
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(options).toBeFocused()
  await expect(post.getByText(content, { exact: true })).toBeVisible()
  await choose('Edit')
  await expect(field).toBeFocused()
  await page.keyboard.type(', no wind')
  await page.keyboard.press('Control+Enter')
  await expect(post.getByText(`${content}, no wind`)).toBeVisible()
  await expect(options).toBeFocused()
})

test('a new post below announcements is one tap away', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  const content = unique('Below the notices')
  await publish(page, content)
  const toast = page.getByRole('status').filter({ hasText: 'Posted' })
  await toast.getByRole('button', { name: 'View' }).click()
  await expect(page).toHaveURL(/\/newsfeed\/[0-9a-f-]{36}$/)
  await expect(card(page, content)).toBeVisible()
})
