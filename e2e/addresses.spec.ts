import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signInAt } from './support/crew.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const HOUR_MS = 3_600_000
const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`

async function write(instance: Instance, account: Account, content: string): Promise<string> {
  const client = await instance.signedIn(account)
  const { data } = await client.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
  return data.id
}

async function comment(instance: Instance, account: Account, postId: string, content: string): Promise<void> {
  const client = await instance.signedIn(account)
  await client.from('newsfeed_comments').insert({ post_id: postId, content }).throwOnError()
}

async function makeGame(instance: Instance, fields: object = {}) {
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('games')
    .insert({
      type: 'guess_weight',
      title: unique('Guess the mirror'),
      image_url: '/mark.svg',
      start_date: new Date(Date.now() - HOUR_MS).toISOString(),
      end_date: new Date(Date.now() + HOUR_MS).toISOString(),
      status: 'active',
      metadata: { actual_weight: 28.6, unit: 'lbs' },
      ...fields,
    } as never)
    .select('id, title')
    .single()
    .throwOnError()
  instance.atEnd(() => admin.from('games').delete().eq('id', data.id).throwOnError())
  const become = (status: string) => admin.from('games').update({ status }).eq('id', data.id).throwOnError()
  return { ...data, become }
}

async function award(instance: Instance, account: Account): Promise<{ id: string; name: string }> {
  const admin = await instance.signedIn(instance.bailiff)
  const badge = { name: unique('Night owl'), description: 'Three nights on the bank', icon: '🦉', color: '#2e7d4f' }
  const { data } = await admin.from('badges').insert(badge).select('id, name').single().throwOnError()
  await admin.from('user_badges').insert({ user_id: account.id, badge_id: data.id }).throwOnError()
  return data
}

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('a post has an address with all of its comments; a new one appears while it is open', async ({
  page,
  instance,
  signIn,
}) => {
  const [author, reader] = [await instance.register(), await instance.register()]
  const text = unique('Thirty at first light')
  const postId = await write(instance, author, text)
  for (const content of ['Well done', 'What a set of scales']) await comment(instance, reader, postId, content)
  await signIn(reader)
  await page.goto(`/newsfeed/${postId}`)
  await expect(h1(page, `Post by ${author.username}`)).toBeAttached()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText('Well done')).toBeVisible()
  await expect(page.getByText('What a set of scales')).toBeVisible()

  await comment(instance, author, postId, 'Thank you both')
  await expect(page.getByText('Thank you both')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Add a comment' })
  await page.getByRole('button', { name: '3 comments' }).click()
  await expect(field).toBeFocused()
  await field.fill('Your turn on Saturday')
  await field.press('Enter')
  await expect(page.getByRole('button', { name: '4 comments' })).toBeVisible()
  await page.getByRole('button', { name: 'Heart, 0' }).click()
  await expect(page.getByRole('button', { name: 'Heart, 1' })).toHaveAttribute('aria-pressed', 'true')
})

test('the time of a post in the feed leads to its address, and Back to the same place', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register()
  const text = unique('Quiet morning')
  await write(instance, author, text)
  // Everything above it makes the feed longer than the window.
  for (let count = 0; count < 6; count++)
    await write(instance, await instance.register(), unique('Later that day\n\n\n\n'))
  await signIn(author)
  await page.goto('/newsfeed')
  const card = page.getByRole('article').filter({ hasText: text })
  await card.scrollIntoViewIfNeeded()
  await card.getByRole('link', { name: /ago|now/i }).click()
  await expect(page).toHaveURL(/\/newsfeed\/[0-9a-f-]{36}$/)
  await expect(h1(page, `Post by ${author.username}`)).toBeFocused()
  await expect(page.getByText(text)).toBeVisible()
  await page.goBack()
  await expect(card).toBeInViewport()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
})

test('a guest who follows a link logs in and arrives at the post', async ({ page, instance }) => {
  const reader = await instance.register()
  const text = unique('Only for members')
  const postId = await write(instance, reader, text)
  await page.goto(`/newsfeed/${postId}`)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(text)).toHaveCount(0)
  await page.getByLabel('Email').fill(reader.email)
  await page.getByLabel('Password', { exact: true }).fill(reader.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`/newsfeed/${postId}`)
  await expect(page.getByText(text)).toBeVisible()
})

test('a post that is deleted while it is open leaves a sentence and a link; its author is taken back to the feed', async ({
  page,
  instance,
  signIn,
}) => {
  const [author, reader] = [await instance.register(), await instance.register()]
  const postId = await write(instance, author, unique('Soon gone'))
  await signIn(reader)
  await page.goto(`/newsfeed/${postId}`)
  await expect(h1(page, `Post by ${author.username}`)).toBeAttached()
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeVisible()
  const client = await instance.signedIn(author)
  await client.from('newsfeed_posts').delete().eq('id', postId).throwOnError()
  await expect(page.getByText('This post is no longer here.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to News' }).click()
  await expect(page).toHaveURL('/newsfeed')

  // Opened again it is as unknown as any other address.
  await page.goto(`/newsfeed/${postId}`)
  await expect(h1(page, 'Page Not Found')).toBeVisible()
  await page.goto('/newsfeed/not-a-post')
  await expect(h1(page, 'Page Not Found')).toBeVisible()

  const own = await write(instance, reader, unique('My own'))
  await page.goto(`/newsfeed/${own}`)
  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/newsfeed')
  await expect(page.getByText('Post deleted')).toBeVisible()
})

test('a suspended member sees no post by its address', async ({ page, instance, signIn }) => {
  const [author, reader] = [await instance.register(), await instance.register()]
  const text = unique('Not for them')
  const postId = await write(instance, author, text)
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('profiles').update({ is_suspended: true }).eq('id', reader.id).throwOnError()
  await signIn(reader)
  await page.goto(`/newsfeed/${postId}`)
  await expect(page.getByText('Your account has been suspended from posting in the newsfeed.')).toBeVisible()
  await expect(page.getByText(text)).toHaveCount(0)
})

test('a game has an address from its opening to its result', async ({ page, instance, signIn }) => {
  const member = await instance.register()
  const game = await makeGame(instance)
  await signIn(member)
  await page.goto('/games')
  await page.getByRole('link', { name: game.title }).click()
  await expect(page).toHaveURL(`/games/${game.id}`)
  await expect(h1(page, game.title)).toBeFocused()
  await page.getByLabel('Weight in lbs').fill('28.6')
  await page.getByRole('button', { name: 'Submit guess' }).click()
  await expect(page.getByText('You’re in', { exact: true })).toBeVisible()
  await game.become('completed')
  await expect(page.getByText(/^Completed /)).toBeVisible()
  await expect(page.getByText('You won.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You won.')).toBeVisible()
})

test('a cancelled game leaves a sentence; only admins can open a draft', async ({ page, instance, signIn }) => {
  const game = await makeGame(instance)
  const draft = await makeGame(instance, { status: 'draft' })
  await signIn(await instance.register())
  await page.goto(`/games/${game.id}`)
  await expect(page.getByRole('button', { name: 'Submit guess' })).toBeVisible()
  await game.become('cancelled')
  await expect(page.getByText('This game is no longer here.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Games' })).toHaveAttribute('href', '/games')

  await page.goto(`/games/${draft.id}`)
  await expect(h1(page, 'Page Not Found')).toBeVisible()
  await page.goto(`/games/${randomUUID()}`)
  await expect(h1(page, 'Page Not Found')).toBeVisible()
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await signInAt(page, instance.bailiff)
  await page.goto(`/games/${draft.id}`)
  await expect(page.getByText('This game is a draft. Members do not see it yet.')).toBeVisible()
})

test('a member has a page with what others may see of them, and can be asked there', async ({
  page,
  instance,
  signIn,
}) => {
  const [author, reader] = [await instance.register(), await instance.register()]
  const text = unique('Back at the lake')
  await write(instance, author, text)
  await instance.givePoints(author, 30)
  await signIn(reader)
  await page.goto('/newsfeed')
  await page.getByRole('article').filter({ hasText: text }).getByRole('link', { name: author.username }).click()
  await expect(page).toHaveURL(`/members/${author.username}`)
  await expect(h1(page, author.username)).toBeFocused()
  await expect(page.getByText('Member since')).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('30')
  await page.getByRole('button', { name: `Connect with ${author.username}` }).click()
  await expect(page.getByRole('button', { name: `Requested: ${author.username}` })).toBeVisible()
  await page.getByRole('link', { name: text }).click()
  await expect(h1(page, `Post by ${author.username}`)).toBeFocused()
  await page.goBack()
  await expect(h1(page, author.username)).toBeVisible()
  await page.goto(`/members/${reader.username}`)
  await expect(page.getByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/profile')
})

test('a former name redirects, a suspended member’s page shows only the suspension, an unknown name has no page', async ({
  page,
  instance,
  signIn,
}) => {
  const [renamed, suspended, reader] = [await instance.register(), await instance.register(), await instance.register()]
  const client = await instance.signedIn(renamed)
  const name = `former_${randomUUID().slice(0, 8)}`
  await client.from('profiles').update({ username: name }).eq('id', renamed.id).throwOnError()
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('profiles').update({ is_suspended: true, bio: 'Secret swims' }).eq('id', suspended.id).throwOnError()
  await signIn(reader)
  await page.goto(`/members/${renamed.username}`)
  await expect(page).toHaveURL(`/members/${name}`)
  await expect(h1(page, name)).toBeVisible()
  await page.goto(`/members/${suspended.username}`)
  await expect(page.getByText('This account is suspended')).toBeVisible()
  await expect(page.getByText('Member since')).toHaveCount(0)
  await expect(page.getByText('Secret swims')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Connect|Gift/ })).toHaveCount(0)
  await page.goto('/members/nobody-of-that-name')
  await expect(h1(page, 'Page Not Found')).toBeVisible()
})

test('a badge has a page, linked from the page of a member who holds it', async ({ page, instance, signIn }) => {
  const [holder, reader] = [await instance.register(), await instance.register()]
  const badge = await award(instance, holder)
  await signIn(reader)
  await page.goto(`/members/${holder.username}`)
  await page.getByRole('region', { name: 'Badges' }).getByRole('link', { name: badge.name }).click()
  await expect(page).toHaveURL(`/badges/${badge.id}`)
  await expect(h1(page, badge.name)).toBeFocused()
  await expect(page.getByText('You have not earned it yet.')).toBeVisible()
  // The link back is at the edge of what is below it.
  const main = page.getByRole('main')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  const back = await main.getByRole('link', { name: 'Profile', exact: true }).boundingBox()
  const card = await page.getByRole('region', { name: 'About the badge' }).boundingBox()
  expect(back?.x).toBe(card?.x)
  await page.getByRole('link', { name: holder.username }).click()
  await expect(h1(page, holder.username)).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Network' })).toHaveAttribute('aria-current', 'page')
  await expect(bar.locator('[aria-current]')).toHaveCount(1)
  // The post about the award leads there too.
  await page.goto('/newsfeed')
  await page
    .getByRole('article')
    .filter({ hasText: badge.name })
    .getByRole('link', { name: `earned ${badge.name}` })
    .click()
  await expect(h1(page, badge.name)).toBeFocused()
  await page.goto(`/badges/${randomUUID()}`)
  await expect(h1(page, 'Page Not Found')).toBeVisible()
})

test.describe('an address with a broken encoding', () => {
  test.use({ expectedErrors: /Failed to load resource|404/ })

  test('shows the page that says it is not found, to guests and members', async ({ page, instance, signIn }) => {
    for (const path of ['/%', '/nowhere%zz']) {
      const reply = await page.goto(path)
      expect([path, reply?.status(), reply?.headers()['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8'])
      await expect(h1(page, 'Page Not Found')).toBeVisible()
    }
    await signIn(await instance.register())
    for (const path of ['/members/%', '/members/%E0%A4%A', '/newsfeed/%']) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(h1(page, 'Page Not Found')).toBeVisible()
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Games', exact: true }).first().click()
    await expect(page).toHaveURL(/\/games$/)
  })
})

test('guests see names on the leaderboard, members links to their pages', async ({ page, instance, signIn }) => {
  const member = await instance.register()
  await instance.givePoints(member, 5000)
  await page.goto('/leaderboard')
  await expect(page.getByRole('main').getByText(member.username)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: member.username })).toHaveCount(0)
  await signIn(member)
  await page.goto('/leaderboard')
  await page.getByRole('main').getByRole('link', { name: member.username }).click()
  await expect(h1(page, member.username)).toBeFocused()
})

test('sharing copies the link and says so, or opens the share sheet', async ({ page, context, instance, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const member = await instance.register()
  const postId = await write(instance, member, unique('To be shared'))
  const game = await makeGame(instance)
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }))
  await signIn(member)
  await page.goto(`/newsfeed/${postId}`)
  await page.getByRole('button', { name: 'Share post' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const origin = new URL(page.url()).origin
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${origin}/newsfeed/${postId}`)

  await page.goto(`/games/${game.id}`)
  await page.evaluate(() => {
    Object.assign(navigator, { share: async (shared: object) => Object.assign(window, { shared }) })
  })
  await page.getByRole('button', { name: 'Share game' }).click()
  await expect
    .poll(() => page.evaluate(() => (window as { shared?: object }).shared))
    .toEqual({ title: game.title, url: `${origin}/games/${game.id}` })
})

test('single pages are accessible and fit a phone and a laptop', async ({ page, instance, signIn }) => {
  const author = await instance.register()
  const postId = await write(instance, author, unique('Mirrors, mostly'))
  await comment(instance, author, postId, 'And commons')
  const game = await makeGame(instance)
  const badge = await award(instance, author)
  await signIn(author)
  for (const [address, sign] of [
    [`/newsfeed/${postId}`, 'And commons'],
    [`/games/${game.id}`, 'Submit guess'],
    [`/members/${author.username}`, 'Mirrors, mostly'],
    [`/badges/${badge.id}`, 'Three nights on the bank'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(sign).first()).toBeVisible()
    for (const width of [1280, 390]) {
      // As high as the pages: a button half under the tab bar would count as too small.
      await page.setViewportSize({ width, height: 1800 })
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBothThemes(page)
    }
  }
})

test.describe('what a shared link shows', () => {
  const read = async (address: string) => {
    const reply = await fetch(address)
    const html = await reply.text()
    const of = (place: RegExp) => place.exec(html)?.[1]
    return {
      status: reply.status,
      title: of(/<title>([^<]*)/),
      shared: of(/<meta property="og:title" content="([^"]*)/),
      canonical: /<([^>]*)>; rel="canonical"/.exec(reply.headers.get('link') ?? '')?.[1],
    }
  }

  test('is the game’s title, a neutral head for posts, and 404 where there is nothing', async ({ instance }) => {
    const title = `${unique('Twenty')} "up" <b>&`
    const game = await makeGame(instance, { title })
    const draft = await makeGame(instance, { status: 'draft' })
    const address = `${instance.url}/games/${game.id}`
    const written = title.replace('&', '&amp;').replaceAll('"', '&quot;').replace('<', '&lt;').replace('>', '&gt;')
    expect(await read(address)).toEqual({
      status: 200,
      title: `${written} | Bankside`,
      shared: written,
      canonical: address,
    })
    const image = /<meta property="og:image" content="([^"]*)/.exec(await (await fetch(address)).text())?.[1] ?? ''
    const drawn = await fetch(image.replaceAll('&amp;', '&'))
    expect(drawn.headers.get('content-type')).toBe('image/jpeg')
    const body = Buffer.from(await drawn.arrayBuffer())
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(body.length).toBeLessThan(60 * 1024)
    // Of anything else there is only the club's picture.
    const [club, other] = await Promise.all(
      ['', `?of=/newsfeed/${randomUUID()}&v=1`].map(async (query) => {
        const reply = await fetch(`${instance.url}/preview.jpg${query}`)
        return Buffer.from(await reply.arrayBuffer()).toString('base64')
      }),
    )
    expect(other).toBe(club)
    expect(body.toString('base64')).not.toBe(club)
    expect(await read(`${instance.url}/newsfeed/${randomUUID()}`)).toMatchObject({
      status: 200,
      shared: 'A post on Bankside',
    })
    for (const path of [`/games/${draft.id}`, `/games/${randomUUID()}`, '/no-such-page', '/newsfeed/a/b'])
      expect(await read(instance.url + path)).toMatchObject({ status: 404, title: 'Page Not Found | Bankside' })
    for (const path of ['/', '/games', '/dashboard', '/admin/users', '/prizes/claim', '/login', '/leaderboard/'])
      expect(await read(instance.url + path)).toMatchObject({ status: 200 })
  })
})
