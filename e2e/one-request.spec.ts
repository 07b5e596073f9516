import type { Page } from '@playwright/test'
import { Instance } from './support/instance.ts'
import { hearing, whenJoined } from './support/joined.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { expect, test } from './support/test.ts'
import { untilIdle } from './support/until-idle.ts'

// A screen asks for its rows once, although it follows them live from a moment later. On a site without other writers.

const REST = '/rest/v1/'

let engine: OwnEngine
let instance: Instance
test.beforeAll(async () => {
  engine = await startOwnEngine()
  instance = new Instance(engine.url)
})
test.afterAll(async () => {
  await engine.stop()
})

// What every page of a member asks for: name and points, the live video, and the number at the bell.
const SHELL = [
  'live_videos',
  'profiles: id,username,avatar_url,points,is_admin,is_moderator,is_suspended,acts_as_admin,acts_as_moderator,awaits_welcome',
  'rpc/unread_notifications',
]
const CARDS = ['info_cards', 'rpc/next_card_change']

const FIGURES =
  'profiles: points,level,first_session,avatar_url,user_badges!user_badges_user_id_fkey(count),newsfeed_posts(count),newsfeed_comments(count)'

test.describe.configure({ mode: 'default' })

const SCREENS: [path: string, who: 'guest' | 'member', topic: string, requests: string[]][] = [
  ['/', 'guest', 'cards', [...CARDS, 'landing_content']],
  ['/leaderboard', 'guest', 'leaderboard', ['leaderboard']],
  // Beside the feed, on a laptop: the ranking, the active games, and who is new.
  [
    '/newsfeed',
    'member',
    'feed',
    [...SHELL, ...CARDS, 'profiles: is_suspended', 'rpc/newsfeed_page', 'leaderboard', 'games', 'member_search'],
  ],
  // Prizes to claim and lately claimed ones; pending referrals and their sums; for a new member the open games.
  [
    '/dashboard',
    'member',
    'feed',
    [...SHELL, 'prize_awards', 'prize_awards', FIGURES, 'games', 'referrals', 'rpc/get_user_referral_stats'],
  ],
  ['/leaderboard', 'member', 'leaderboard', [...SHELL, 'leaderboard', 'rpc/my_leaderboard_position']],
  // Active games, and the results of completed ones.
  ['/games', 'member', 'games', [...SHELL, ...CARDS, 'games', 'games']],
  // Connections, and requests for them.
  ['/network', 'member', 'leaderboard', [...SHELL, 'member_connections', 'member_connections', 'member_search']],
]

for (const [path, who, topic, requests] of SCREENS)
  test(`${path} of a ${who} asks for each of its rows once`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: instance.url, serviceWorkers: 'block' })
    if (who === 'member') {
      const member = await instance.register()
      const session = JSON.stringify(await instance.session(member))
      await context.addInitScript(
        ([kept, id]) => {
          localStorage.setItem('bankside-session', kept)
          // A device tells its member's time zone once.
          localStorage.setItem('bankside-owner', id)
          localStorage.setItem('bankside-time-zone', 'yes')
        },
        [session, member.id] as const,
      )
    }
    const page = await context.newPage()
    const asked = requestsOf(page)
    const joined = whenJoined(page, topic, path)
    await page.goto(path)
    await joined
    await untilIdle(page)
    expect(asked.map(nameOf).toSorted()).toEqual(requests.toSorted())
    expect(new Set(asked.map(String)).size).toBe(asked.length)
    await context.close()
  })

test('a feed that messages kept up to date is shown again without a request; one that must be loaded is loaded', async ({
  browser,
}) => {
  // A laptop's feed also shows the active games.
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ baseURL: instance.url, serviceWorkers: 'block', viewport })
  const [reader, author] = [await instance.register(), await instance.register()]
  const writer = await instance.signedIn(author)
  const posts = () => writer.from('newsfeed_posts')
  const { data: first } = await posts().insert({ content: 'First light' }).select('id').single().throwOnError()
  const session = JSON.stringify(await instance.session(reader))
  await context.addInitScript((kept) => localStorage.setItem('bankside-session', kept), session)
  const page = await context.newPage()
  const joined = whenJoined(page, 'feed', '/newsfeed')
  const heard = hearing(page)
  await page.goto('/newsfeed')
  await joined
  await untilIdle(page)
  const post = page.getByRole('article').filter({ hasText: 'First light' })
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  const asked = requestsOf(page)
  const returned = async () => {
    asked.length = 0
    await tabs.getByRole('link', { name: 'News' }).click()
    await expect(post).toBeVisible()
    await untilIdle(page)
    return asked.map(nameOf)
  }

  await tabs.getByRole('link', { name: 'Leaderboard' }).click()
  await expect(post).toBeHidden()
  await writer.from('newsfeed_reactions').insert({ post_id: first.id, reaction: 'heart' }).throwOnError()
  // A new post is announced after the reaction.
  const announced = heard('"new"')
  await posts().insert({ content: 'Second light' }).throwOnError()
  await announced
  await untilIdle(page)
  expect(await returned()).toEqual([])
  await expect(post.getByRole('button', { name: 'Heart, 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New post' })).toBeVisible()

  await tabs.getByRole('link', { name: 'Leaderboard' }).click()
  await expect(post).toBeHidden()
  const changed = heard('"changed"')
  await posts().update({ content: 'First light, in mist' }).eq('id', first.id).throwOnError()
  await changed
  await untilIdle(page)
  expect(await returned()).toContain('rpc/newsfeed_page')
  await expect(post).toContainText('in mist')
  await context.close()
})

/**
 * The addresses of rows that the page asks for. Not counted: the age of the topics' last messages, one number each, which
 * topics ask for together when they are joined at about the same time.
 */
function requestsOf(page: Page): URL[] {
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!url.pathname.startsWith(REST) || request.method() === 'OPTIONS') return
    if (!url.pathname.endsWith('/rpc/live_ages')) asked.push(url)
  })
  return asked
}

/** The table or function; for profiles, which are read for several purposes, with the first columns. */
function nameOf({ pathname, searchParams }: URL): string {
  const name = pathname.slice(REST.length)
  if (name !== 'profiles') return name
  return `profiles: ${searchParams.get('select')?.split(',newsfeed_reactions')[0]}`
}
