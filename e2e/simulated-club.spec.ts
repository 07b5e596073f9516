import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { test } from './support/own-site.ts'
import { type RecordedRequest, Recorder } from './support/recorded-requests.ts'
import { expect } from './support/test.ts'
import { untilIdle } from './support/until-idle.ts'

// The simulated club of `npm run bench simulation` sends the requests that this page sends, as on a phone: on a laptop the
// feed also loads the ranking and the newest members. UPDATE_REQUESTS=1 records them again after a change of the app.
const FILE = fileURLToPath(new URL('../bench/simulation/requests.json', import.meta.url))

/** The screens that are opened by links, with requests that each of them must begin. */
const AWAITED = {
  leaderboard: ['v1/leaderboard', 'my_leaderboard_position', 'live_ages'],
  games: ['rest/v1/games', 'info_cards', 'live_ages'],
  profile: ['rest/v1/profiles', 'referral_details'],
  network: ['member_search', 'member_connections', 'live_ages'],
  dashboard: [
    'prize_awards',
    'rest/v1/profiles',
    'rest/v1/games',
    'referrals?',
    'get_user_referral_stats',
    'live_ages',
  ],
}
const SCREENS = ['newsfeed', ...Object.keys(AWAITED)]
const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

test.use({ siteOf: 'the simulated club' })

test('the simulated club sends the requests of the app and follows its live topics', async ({
  page,
  instance,
  signIn,
}) => {
  test.setTimeout(180_000)
  page.setDefaultTimeout(10_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const [account, other] = [await instance.register(), await instance.register()]
  // A first comment would move the ranking, which is then asked for again.
  await instance.setStepPoints(0)
  const writer = await instance.signedIn(other)
  const posts: string[] = []
  for (let n = 1; n <= 25; n += 1) {
    const content = `Post number ${n};`
    const { data } = await writer.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
    posts.push(data.id)
  }
  const post = posts[23] ?? ''
  const admin = await instance.signedIn(instance.bailiff)
  // An earlier story of this site may have left a game, of which the page would ask for more.
  await admin.from('games').delete().not('id', 'is', null).throwOnError()
  const { data: game } = await admin
    .from('games')
    .insert({
      type: 'pick_swim',
      title: 'The far swims',
      image_url: '/mark.svg',
      start_date: new Date(Date.now() - 3_600_000).toISOString(),
      end_date: new Date(Date.now() + 86_400_000).toISOString(),
      status: 'active',
      metadata: { winning_square: 47 },
    })
    .select('id')
    .single()
    .throwOnError()

  const names = new Map([
    [account.id, 'member'],
    [account.email, 'email'],
    [account.password, 'password'],
    [account.username, 'username'],
    [post, 'post'],
    [game.id, 'game'],
    ['Tight lines', 'text'],
  ])
  const recorder = new Recorder(page, names)
  const requests: Record<string, RecordedRequest[]> = {}
  // A busy browser may begin its requests long after the click, so each step names those that it waits for.
  const record = async (name: string, awaited: string[], act: () => Promise<unknown>) => {
    const begun = awaited.map((part) =>
      page.waitForRequest((request) => request.url().includes(part), { timeout: 60_000 }),
    )
    await act()
    await Promise.all(begun)
    await untilIdle(page)
    requests[name] = await recorder.take(awaited.includes('ids='))
  }
  const follow = async (href: string) => {
    const link = page.locator(`a[href="/${href}"]`).locator('visible=true').first()
    if (!(await link.isVisible())) await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await link.click()
  }

  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/profile$/)
  requests['sign-in'] = (await recorder.take()).filter(({ path }) => path.startsWith('/auth/v1/token'))
  // A request of the profile that began without the session would be refused.
  await untilIdle(page)
  await page.evaluate(() => localStorage.clear())

  await signIn(account)
  const topics: Record<string, string[]> = {}
  for (const screen of SCREENS) {
    recorder.topics.clear()
    await page.goto(`/${screen}`)
    await untilIdle(page)
    topics[screen] = [...recorder.topics].toSorted()
  }
  await recorder.take()

  await record('newsfeed, arrival', ['newsfeed_page', 'live_ages', 'next_card_change'], async () => {
    await page.goto('/newsfeed')
    await expect(article(page, 'Post number 25;')).toBeVisible()
  })
  // Scrolling on loads the next page.
  await record('newsfeed, next page', ['before_id='], () =>
    expect(async () => {
      await page.getByRole('article').last().scrollIntoViewIfNeeded()
      await expect(article(page, 'Post number 1;')).toBeVisible({ timeout: 500 })
    }).toPass(),
  )

  const shown = article(page, 'Post number 24;')
  await record('reaction', ['newsfeed_reactions'], () => shown.getByRole('button', { name: /^Heart/ }).click())
  await record('thread', ['newsfeed_comments', 'live_ages'], () =>
    shown.getByRole('button', { name: 'Comment', exact: true }).click(),
  )
  const field = shown.getByRole('textbox', { name: 'Add a comment' })
  await record('comment', ['newsfeed_comments'], async () => {
    await field.fill('Tight lines')
    await field.press('Enter')
    await expect(field).toHaveValue('')
  })
  const composer = page.getByRole('textbox', { name: 'Write a post' })
  await record('post', ['newsfeed_posts'], async () => {
    await composer.fill('Tight lines')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(composer).toHaveValue('')
  })
  await writer.from('newsfeed_posts').insert({ content: 'A later one' }).throwOnError()
  await record('newsfeed, new posts', ['newsfeed_page', 'ids='], () =>
    page.getByRole('button', { name: 'New posts' }).click(),
  )

  for (const [screen, awaited] of Object.entries(AWAITED)) {
    await record(screen, awaited, () => follow(screen))
    if (screen === 'leaderboard')
      await record('leaderboard, week', ['get_points_by_timeframe', 'my_leaderboard_position'], () =>
        page.getByRole('tab', { name: 'This Week' }).click(),
      )
    if (screen === 'games') {
      const card = article(page, 'The far swims')
      await record('game entry', ['game_entries', 'rest/v1/games'], async () => {
        await card.getByRole('gridcell', { name: '12', exact: true }).click()
        await card.getByRole('button', { name: 'Submit square' }).click()
        await expect(card.getByText('Your square: 12')).toBeVisible()
      })
    }
  }
  // Messages have kept the ranking up to date; the feed they have not, once a post has to be loaded.
  await record('leaderboard, again', [], () => follow('leaderboard'))
  expect(requests['leaderboard, again']).toEqual([])
  delete requests['leaderboard, again']
  await writer.from('newsfeed_posts').update({ content: 'Post number 24; corrected' }).eq('id', post).throwOnError()
  await record('newsfeed, again', ['newsfeed_page', 'live_ages'], () => follow('newsfeed'))

  const recorded = `${JSON.stringify({ socket: recorder.socket, topics, requests }, null, 2)}\n`
  if (process.env.UPDATE_REQUESTS || !existsSync(FILE)) writeFileSync(FILE, recorded)
  const cure = 'if this change of the app is meant, record its requests with UPDATE_REQUESTS=1'
  expect(JSON.parse(recorded), cure).toEqual(JSON.parse(readFileSync(FILE, 'utf8')))
})
