import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { type Account, Instance } from './support/instance.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { awardPrize } from './support/prizes.ts'
import { expect, test } from './support/test.ts'
import { untilIdle } from './support/until-idle.ts'

// A page is open while an admin removes what it shows. Cards and videos belong to the whole site, so these stories run
// on their own. TAKE_DOWN_ROUNDS=20 repeats each removal and prints how long the page took to show it.

const ROUNDS = Number(process.env.TAKE_DOWN_ROUNDS ?? 1)
const MINUTE = 60_000
const from = (ms: number) => new Date(Date.now() + ms).toISOString()

test.describe.configure({ mode: 'default', timeout: 60_000 * Math.max(1, ROUNDS / 2) })

let engine: OwnEngine
let instance: Instance
let admin: Awaited<ReturnType<Instance['signedIn']>>
const contexts: BrowserContext[] = []

test.beforeAll(async () => {
  engine = await startOwnEngine()
  instance = new Instance(engine.url)
  admin = await instance.signedIn(instance.bailiff)
})
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
test.afterAll(async () => {
  await engine.stop()
})

/** Opens a page as a member, or as a guest. */
async function open(browser: Browser, path: string, account?: { email: string; password: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: instance.url, serviceWorkers: 'block' })
  contexts.push(context)
  if (account) {
    const session = JSON.stringify(await instance.session(account))
    await context.addInitScript((kept) => localStorage.setItem('bankside-session', kept), session)
  }
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Repeats showing and removing, and reports how long the open page took to remove it. */
async function repeat(
  what: string,
  { show, shown, takeDown }: { show: () => PromiseLike<unknown>; shown: Locator; takeDown: () => PromiseLike<unknown> },
) {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await show()
    await expect(shown).toBeVisible()
    // Otherwise a load that was due anyway would show it.
    if (round === 0) await untilIdle(shown.page())
    await takeDown()
    const committed = performance.now()
    await shown.waitFor({ state: 'hidden', timeout: 15_000 })
    took.push(performance.now() - committed)
  }
  if (ROUNDS === 1) return
  const sorted = took.toSorted((a, b) => a - b).map(Math.round)
  console.log(`${what}: median ${sorted[Math.floor(ROUNDS / 2)]} ms, longest ${sorted.at(-1)} ms of ${ROUNDS}`)
}

const cards = () => admin.from('info_cards')
async function card(title: string, fields: object = {}): Promise<string> {
  const row = { title, placement: 'home', start_date: from(-MINUTE), end_date: from(60 * MINUTE), ...fields }
  const { data } = await cards().insert(row).select('id').single().throwOnError()
  return data.id
}

test('a deactivated card and a deleted one disappear from a guest’s open landing page', async ({ browser }) => {
  const id = await card('Winter league')
  const page = await open(browser, '/')
  const shown = page.getByRole('heading', { name: 'Winter league' })
  await expect(shown).toBeVisible()
  const set = (is_active: boolean) => cards().update({ is_active }).eq('id', id).throwOnError()
  await repeat('card switched off', { show: () => set(true), shown, takeDown: () => set(false) })
  await set(true)
  await expect(shown).toBeVisible()
  await untilIdle(page)
  await cards().delete().eq('id', id).throwOnError()
  await expect(shown).toBeHidden()
})

test('a card appears and disappears on an open page at its start and end', async ({ browser }) => {
  const page = await open(browser, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const id = await card('Bite hour', { start_date: from(4_000) })
  const late = await open(browser, '/')
  for (const tab of [page, late]) await expect(tab.getByRole('heading', { name: 'Bite hour' })).toBeVisible()
  await cards()
    .update({ end_date: from(4_000) })
    .eq('id', id)
    .throwOnError()
  for (const tab of [page, late]) await expect(tab.getByRole('heading', { name: 'Bite hour' })).toBeHidden()
})

test('a live video that is ended disappears from the open page, and its dot from every other page', async ({
  browser,
}) => {
  const member = await instance.register()
  const { data } = await admin
    .from('live_videos')
    .insert({
      title: 'Rigs with Old Gregor',
      embed_code: 'https://youtu.be/dQw4w9WgXcQ',
      scheduled_for: from(-MINUTE),
      is_active: true,
      provider: '',
      video_id: '',
    })
    .select('id')
    .single()
    .throwOnError()
  const live = await open(browser, '/live', member)
  const elsewhere = await open(browser, '/profile', member)
  const dot = elsewhere.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Live Video (on now)' })
  const set = (is_active: boolean) => admin.from('live_videos').update({ is_active }).eq('id', data.id).throwOnError()
  await expect(dot).toBeVisible()
  await repeat('video ended', {
    show: () => set(true),
    shown: live.getByText('Live now'),
    takeDown: () => set(false),
  })
  await expect(live.getByRole('heading', { name: 'No Live Video' })).toBeVisible()
  await expect(dot).toBeHidden()
  await set(true)
  await expect(dot).toBeVisible()
  await untilIdle(elsewhere)
  await admin.from('live_videos').delete().eq('id', data.id).throwOnError()
  await expect(dot).toBeHidden()
  await expect(live.getByRole('heading', { name: 'No Live Video' })).toBeVisible()
})

test('a cancelled game disappears from the open page, and a deleted one with its result', async ({ browser }) => {
  const member = await instance.register()
  const game = async (title: string) => {
    const { data } = await admin
      .from('games')
      .insert({ type: 'carp_of_week', title, start_date: from(-MINUTE), end_date: from(60 * MINUTE), status: 'active' })
      .select('id')
      .single()
      .throwOnError()
    return data.id
  }
  const set = (id: string, status: string) => admin.from('games').update({ status }).eq('id', id).throwOnError()
  const page = await open(browser, '/games', member)
  await expect(page.getByText('No games available yet.')).toBeVisible()
  let id = ''
  await repeat('game cancelled', {
    show: async () => {
      id = await game('Carp of the lake')
    },
    shown: page.getByRole('heading', { name: 'Carp of the lake' }),
    takeDown: () => set(id, 'cancelled'),
  })
  await expect(page.getByText('No games available yet.')).toBeVisible()

  const played = await game('Carp of the year')
  await expect(page.getByRole('heading', { name: 'Carp of the year' })).toBeVisible()
  await set(played, 'completed')
  await expect(page.getByText('No games available yet.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Carp of the year' })).toBeVisible()
  await admin.from('games').delete().eq('id', played).throwOnError()
  await expect(page.getByRole('heading', { name: 'Carp of the year' })).toBeHidden()
})

test('a prize that is taken back disappears from the winner’s dashboard and from the open claim', async ({
  browser,
}) => {
  const winner = await instance.register()
  // The dashboard of a first session leaves out what is empty.
  await (await instance.signedIn(winner)).rpc('hide_first_session').throwOnError()
  const dashboard = await open(browser, '/dashboard', winner)
  await expect(dashboard.getByText('You have no prizes to claim.')).toBeVisible()
  let award = ''
  const withdraw = () => admin.from('prize_awards').delete().eq('id', award).throwOnError()
  await repeat('prize taken back', {
    show: async () => {
      award = await awardPrize(instance, winner, { title: 'Bite alarm' })
    },
    shown: dashboard.getByRole('heading', { name: 'Bite alarm' }),
    takeDown: withdraw,
  })
  award = await awardPrize(instance, winner, { title: 'Carp rod' })
  const claim = await open(browser, `/prizes/claim/${award}`, winner)
  await expect(claim.getByRole('heading', { name: 'Carp rod' }).first()).toBeVisible()
  await untilIdle(claim)
  await withdraw()
  await expect(claim.getByText('Prize not found')).toBeVisible()
})

async function writesOn(member: Account, content: string) {
  const client = await instance.signedIn(member)
  const { data } = await client.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
  return { client, id: data.id }
}

test('a suspension reaches the member’s open feed and removes their posts from the feeds of others', async ({
  browser,
}) => {
  const [rowdy, reader] = [await instance.register(), await instance.register()]
  const mark = randomUUID().slice(0, 8)
  const { client } = await writesOn(rowdy, `Rowdy ${mark}`)
  const { id: quiet } = await writesOn(reader, `Quiet ${mark}`)
  await client
    .from('newsfeed_comments')
    .insert({ post_id: quiet, content: `Heckle ${mark}` })
    .throwOnError()
  const suspend = (is_suspended: boolean) =>
    admin.from('profiles').update({ is_suspended }).eq('id', rowdy.id).throwOnError()

  const own = await open(browser, '/newsfeed', rowdy)
  const other = await open(browser, '/newsfeed', reader)
  const post = (tab: Page) => tab.getByRole('article').filter({ hasText: `Rowdy ${mark}` })
  await other
    .getByRole('article')
    .filter({ hasText: `Quiet ${mark}` })
    .getByRole('button', { name: '1 comment' })
    .click()
  await expect(other.getByText(`Heckle ${mark}`)).toBeVisible()
  await expect(post(own)).toBeVisible()

  await repeat('suspended, seen by others', {
    show: async () => {
      await suspend(false)
      await expect(other.getByText(`Heckle ${mark}`)).toBeVisible()
      const pill = other.getByRole('button', { name: 'New posts' })
      await expect(pill.or(post(other))).toBeVisible()
      if (await pill.isVisible()) await pill.click()
    },
    shown: post(other),
    takeDown: () => suspend(true),
  })
  await expect(other.getByText(`Heckle ${mark}`)).toBeHidden()
  await expect(own.getByText('Your account has been suspended from posting in the newsfeed.')).toBeVisible()
  await expect(own.getByRole('article')).toHaveCount(0)
  await expect(own.getByRole('form', { name: 'New post' })).toHaveCount(0)

  await repeat('suspended, seen by the member', {
    show: () => suspend(false),
    shown: own.getByRole('form', { name: 'New post' }),
    takeDown: () => suspend(true),
  })
  await expect(own.getByText('Nothing to show here.')).toBeVisible()
})

test('a suspension removes the member from an open leaderboard', async ({ browser }) => {
  const leader = await instance.register()
  await instance.givePoints(leader, 5_000_000)
  const page = await open(browser, '/leaderboard')
  const suspend = (is_suspended: boolean) =>
    admin.from('profiles').update({ is_suspended }).eq('id', leader.id).throwOnError()
  await repeat('suspended, leaderboard', {
    show: () => suspend(false),
    shown: page.getByText(leader.username).first(),
    takeDown: () => suspend(true),
  })
})

test('a deleted account leaves an open list of members, also just after a change of points', async ({ browser }) => {
  const [leaver, reader] = [await instance.register(), await instance.register()]
  const page = await open(browser, `/network?q=${leaver.username}`, reader)
  const name = page.getByRole('heading', { name: leaver.username })
  await expect(name).toBeVisible()
  await untilIdle(page)
  const loaded = page.waitForResponse((response) => response.url().includes('/rest/v1/') && response.ok())
  await instance.givePoints(leaver, 1)
  await loaded
  await untilIdle(page)
  await admin.rpc('delete_user', { user_id: leaver.id }).throwOnError()
  // Points alone are shown ten seconds later.
  await expect(name).toBeHidden({ timeout: 6_000 })
})

test('a new admin gets the link, and a former admin leaves the console', async ({ browser }) => {
  const helper = await instance.register()
  const page = await open(browser, '/dashboard', helper)
  const link = page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Admin' })
  const set = (is_admin: boolean) => admin.from('profiles').update({ is_admin }).eq('id', helper.id).throwOnError()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(link).toBeHidden()
  await set(true)
  await expect(link).toBeVisible()
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await untilIdle(page)
  await set(false)
  await expect(page).toHaveURL('/')
  await expect(link).toBeHidden()
})

test('a prize that is taken back disappears from an admin’s open list of claims', async ({ browser }) => {
  const winner = await instance.register()
  const award = await awardPrize(instance, winner, { title: 'Sticker sheet', type: 'digital' })
  const page = await open(browser, `/admin/claims?q=${winner.username}`, instance.bailiff)
  await expect(page.getByText('Sticker sheet').first()).toBeVisible()
  await untilIdle(page)
  await admin.from('prize_awards').delete().eq('id', award).throwOnError()
  await expect(page.getByText('Sticker sheet')).toHaveCount(0)
})
