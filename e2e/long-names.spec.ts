import { randomInt, randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, test } from './support/test.ts'

// Digits may be combined with every script.
const mark = String(randomInt(100_000, 1_000_000))
const names = [`${mark}${'W'.repeat(44)}`, `${mark} אבי הדייג הגדול`, `${mark} ${'صياد '.repeat(6)}الكبير`]
const VIEWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

test('very long and right-to-left names and huge numbers fit everywhere', async ({ page, instance, signIn }) => {
  test.setTimeout(120_000)
  const accounts = await Promise.all(names.map((name) => instance.register(name)))
  for (const account of accounts) {
    await instance.givePoints(account, 999_999_999, `${'Ω'.repeat(200)} ${account.username}`)
    const member = await instance.signedIn(account)
    await member
      .from('newsfeed_posts')
      .insert({ content: `${'x'.repeat(300)} 👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿 ${account.username}` })
      .throwOnError()
  }
  const [first] = accounts
  if (!first) throw new Error('no account')
  await signIn(first)
  for (const viewport of VIEWS) {
    await page.setViewportSize(viewport)
    for (const [path, sees] of [
      ['/leaderboard', names],
      ['/newsfeed', names],
      [`/network?q=${mark}`, names.slice(1)],
      ['/dashboard', ['999,999,999']],
    ] as const) {
      await page.goto(path)
      for (const text of sees)
        await expect(page.getByText(text, { exact: false }).filter({ visible: true }).first()).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
  }
})

test('the name of whoever asks to connect is not squeezed by the request beside it', async ({
  page,
  instance,
  signIn,
}) => {
  const [reader, asking] = [
    await instance.register(),
    await instance.register(`${mark} Featherstonehaugh of Cholmondeley Waters`),
  ]
  const member = await instance.signedIn(asking)
  await member
    .from('member_connections')
    .insert({ user_id: asking.id, connected_user_id: reader.id, status: 'pending' })
    .throwOnError()
  await signIn(reader)
  for (const viewport of VIEWS) {
    await page.setViewportSize(viewport)
    await page.goto(`/members/${asking.username}`)
    const about = page.getByRole('region', { name: 'About the member' })
    await expect(about.getByRole('button', { name: /Accept/ })).toBeVisible()
    const width = await about
      .locator('p')
      .first()
      .evaluate((title) => title.clientWidth)
    expect(width, `${viewport.width} wide`).toBeGreaterThan(viewport.width / 2)
  }
})

test('a right-to-left name is at the place of other names, and its sentences keep their order', async ({
  page,
  instance,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [reader, author] = [await instance.register(), await instance.register(`${mark} כרמל הלילה`)]
  const admin = await instance.signedIn(instance.bailiff)
  const { data: badge } = await admin
    .from('badges')
    .insert({ name: `Early ${mark}`, description: 'First light', icon: '🌅', color: '#2e7d4f' })
    .select('id')
    .single()
    .throwOnError()
  await admin.from('user_badges').insert({ user_id: author.id, badge_id: badge.id }).throwOnError()
  const { data: post } = await admin
    .from('newsfeed_posts')
    .select('id')
    .match({ user_id: author.id, type: 'badge_award' })
    .single()
    .throwOnError()
  /** Left and right edges of a text, in pixels. */
  const edges = (of: Locator) =>
    of.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      const { left, right } = text.getBoundingClientRect()
      return { left, right }
    })
  await signIn(reader)
  await page.goto(`/newsfeed/${post.id}`)
  const article = page.getByRole('article')
  const date = await edges(article.locator('time').first())
  expect((await edges(article.getByRole('heading', { name: author.username }))).left).toBeCloseTo(date.left, -1)
  await expect(article.locator('b').filter({ hasText: `Early ${mark}` })).toHaveCSS('direction', 'ltr')
  await page.goto(`/members/${author.username}`)
  const title = page.getByRole('region', { name: 'About the member' }).locator('p').first()
  expect((await edges(title)).left).toBeLessThan(60)
  // A typed one ends before the button that clears it.
  await page.goto(`/search?q=${author.username}`)
  const field = page.getByRole('searchbox')
  const cross = await page.getByRole('button', { name: 'Clear search' }).boundingBox()
  const [right, padding] = await field.evaluate((input) => [
    input.getBoundingClientRect().right,
    Number.parseFloat(getComputedStyle(input).paddingRight),
  ])
  expect(Number(right) - Number(padding)).toBeLessThanOrEqual(Number(cross?.x))
})

test('text at 200% is complete and extends beyond no edge', async ({ page, instance, signIn }) => {
  test.setTimeout(120_000)
  const account = await instance.register()
  await instance.givePoints(account, 1250)
  // The next place of the ranking, whose name the rail beside the feed says in a sentence.
  const ahead = await instance.register(`${randomInt(1_000_000, 9_999_999)}${'W'.repeat(42)}`)
  await instance.givePoints(ahead, 1260)
  const pages = ['/', '/newsfeed', '/games', '/dashboard', '/leaderboard', '/network', '/profile', '/live']
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  await signIn(account)
  for (const viewport of [...VIEWS, { width: 320, height: 640 }]) {
    await page.setViewportSize(viewport)
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading')).toHaveCount(0)
      if (path === '/newsfeed' && viewport.width > 1000)
        await expect(page.getByText(`points behind ${ahead.username}.`)).toBeVisible()
      await expectNoSidewaysScroll(page)
      const cut = await cutOff(page)
      expect(cut, `${path} at ${viewport.width}`).toEqual([])
    }
  }
})

/** The numbers and words of a member's page that are not in one line. */
const brokenFigures = (page: Page) =>
  page.locator('main dl :is(dt, dd)').evaluateAll((figures) =>
    figures.flatMap((figure) => {
      const text = document.createRange()
      text.selectNodeContents(figure)
      return new Set([...text.getClientRects()].map(({ top }) => top)).size > 1 ? [figure.textContent] : []
    }),
  )

for (const width of [390, 320])
  test(`no single page scrolls sideways at ${width} with text at 200%`, async ({ page, instance, signIn }) => {
    test.setTimeout(120_000)
    const [account, other] = [await instance.register(), await instance.register()]
    const admin = await instance.signedIn(instance.bailiff)
    const member = await instance.signedIn(account)
    const { data: post } = await member
      .from('newsfeed_posts')
      .insert({ content: `Two before breakfast ${mark}` })
      .select('id')
      .single()
      .throwOnError()
    const friend = await instance.signedIn(other)
    await friend
      .from('newsfeed_comments')
      .insert({ post_id: post.id, content: 'From which peg, and on what bait?' })
      .throwOnError()
    await friend.from('newsfeed_reactions').insert({ post_id: post.id, reaction: 'fish' }).throwOnError()
    const request = { user_id: other.id, connected_user_id: account.id, status: 'pending' }
    await friend.from('member_connections').insert(request).throwOnError()
    const { data: badge } = await admin
      .from('badges')
      .insert({
        name: `Night owl ${randomUUID()}`,
        description: 'Three nights on the bank',
        icon: '🦉',
        color: '#2e7d4f',
      })
      .select('id')
      .single()
      .throwOnError()
    await admin.from('user_badges').insert({ user_id: account.id, badge_id: badge.id }).throwOnError()
    const weighed = {
      type: 'guess_weight',
      title: `What did the mirror weigh? ${mark}`,
      image_url: '/mark.svg',
      start_date: new Date(Date.now() - 2 * 3_600_000).toISOString(),
      end_date: new Date(Date.now() + 3_600_000).toISOString(),
      status: 'active',
      metadata: { actual_weight: 28.6, unit: 'lbs' },
    } as const
    const closed = { ...weighed, title: `Closed ${mark}`, end_date: new Date(Date.now() - 3_600_000).toISOString() }
    const { data: games } = await admin.from('games').insert([weighed, closed]).select('id').throwOnError()
    const ids = games.map(({ id }) => id)
    instance.atEnd(() => admin.from('games').delete().in('id', ids).throwOnError())
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%'
      })
    })
    await signIn(account)
    await page.setViewportSize({ width, height: 844 })
    for (const [path, sees] of [
      [`/newsfeed/${post.id}`, page.getByRole('button', { name: 'Mute this post' })],
      [`/games/${ids[0]}`, page.getByRole('button', { name: 'Mute this game' })],
      ['/notifications', page.getByRole('button', { name: `Accept ${other.username}` })],
      ['/notifications/settings', page.getByRole('table')],
      ['/games', page.getByRole('heading', { name: `Closed ${mark}` })],
      [`/badges/${badge.id}`, page.getByRole('button', { name: 'Share badge' })],
      [`/members/${other.username}`, page.getByRole('button', { name: /^Gift Points/ })],
      [`/members/${account.username}`, page.getByRole('link', { name: 'Edit profile' })],
      [`/search?q=${mark}`, page.getByRole('link', { name: /Two before breakfast/ })],
    ] as const) {
      await page.goto(path)
      await expect(sees.first()).toBeVisible()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      expect(await cutOff(page), path).toEqual([])
      if (path.startsWith('/members/')) expect(await brokenFigures(page), path).toEqual([])
    }
  })

// WCAG 2.2, criterion 1.4.12.
test('text with the spacing that a reader asks for is complete and extends beyond no edge', async ({
  page,
  instance,
  signIn,
}) => {
  test.setTimeout(120_000)
  const account = await instance.register()
  await instance.givePoints(account, 1250)
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-block-end: 2em !important }`)
      document.adoptedStyleSheets.push(sheet)
    })
  })
  await signIn(account)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/newsfeed', '/games', '/dashboard', '/leaderboard', '/profile']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Loading')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    expect(await cutOff(page), path).toEqual([])
  }
})

test('a member’s bar is one line high on every phone, however many points it shows', async ({
  page,
  instance,
  signIn,
}) => {
  const member = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  await admin
    .from('points_log')
    .insert({ user_id: member.id, points_change: 1_000_000, reason: 'of the test' })
    .throwOnError()
  await signIn(member)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/profile')
  const bar = page.getByRole('banner')
  await expect(bar.getByText('1,000,000')).toBeVisible()
  await expect(bar.getByRole('link', { name: /^Notifications/ })).toBeVisible()
  for (const width of [320, 375, 390, 430]) {
    await page.setViewportSize({ width, height: 640 })
    expect((await bar.boundingBox())?.height).toBeLessThan(66)
    await expectNoSidewaysScroll(page)
  }
})

test('the time of a comment is never broken', async ({ page, instance, signIn }) => {
  const author = await instance.register(`${randomInt(1_000_000, 9_999_999)}WWWWWWWWW`)
  const client = await instance.signedIn(author)
  const { data: post } = await client
    .from('newsfeed_posts')
    .insert({ content: 'Mist' })
    .select('id')
    .single()
    .throwOnError()
  await client.from('newsfeed_comments').insert({ post_id: post.id, content: 'Corn' }).throwOnError()
  await signIn(author)
  const lastMonth = new Date(Date.now() - 30 * 86_400_000).toISOString()
  await page.route('**/rest/v1/newsfeed_comments?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/("created_at": ?)"[^"]+"/g, `$1"${lastMonth}"`)
    await route.fulfill({ response, body })
  })
  await page.goto(`/newsfeed/${post.id}`)
  const time = page.getByRole('region', { name: 'Comments' }).locator('time')
  await expect(time).toHaveText(/\d{4}/)
  // At one of these widths the end of the name leaves room for a part of the time only.
  for (let width = 320; width <= 480; width += 2) {
    await page.setViewportSize({ width, height: 640 })
    expect(await time.evaluate((part) => part.getClientRects().length), `lines at ${width}`).toBe(1)
  }
})

/** The elements whose text is cut off. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(h1,h2,h3,p,button,a,label,dt,dd)')]
      .filter((element) => {
        const style = getComputedStyle(element)
        const box = element.getBoundingClientRect()
        if (box.width < 2 || box.height < 2 || style.visibility === 'hidden') return false
        // The last comment below a post is an excerpt of two lines, a post on a member's page one of three; their pages
        // have all of it.
        const isExcerpt = style.textOverflow === 'ellipsis' || ['2', '3'].includes(style.webkitLineClamp)
        const hides = style.overflow !== 'visible' && !isExcerpt
        return (
          hides && (element.scrollWidth > element.clientWidth + 2 || element.scrollHeight > element.clientHeight + 2)
        )
      })
      .map((element) => `${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`),
  )
}
