import type { Page } from '@playwright/test'
import { failCalls, openConsole } from './support/console.ts'
import { holdAnswers } from './support/hold.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { awardPrize } from './support/prizes.ts'
import {
  test as base,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
} from './support/test.ts'

const HOUR = 3_600_000
const FIGURES = '**/rest/v1/rpc/admin_overview**'

// The figures cover the whole club, so this file has its own club.
const test = base.extend<object, { engine: OwnEngine }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first argument
    async ({}, use) => {
      const engine = await startOwnEngine()
      await use(engine)
      await engine.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ engine }, use) => use(engine.url),
})
test.describe.configure({ mode: 'default' })

const overview = (page: Page) => page.getByRole('region', { name: 'Overview' })
const card = (page: Page, name: string) => overview(page).getByRole('region', { name })
const figures = (page: Page) => overview(page).locator('dd .figure')

test('a new club sees zeros and explanations', async ({ page, instance, signIn }) => {
  await openConsole({ page, signIn, instance }, '', 'Home')
  await expect(figures(page)).toHaveText(['1', '1', '0', '0'])
  for (const text of [
    'No posts in the last 30 days.',
    'No points given in the last 30 days.',
    'No open claims.',
    'No games in progress.',
  ])
    await expect(overview(page).getByText(text)).toBeVisible()
  const days = card(page, 'Sign-ups').getByRole('row')
  await expect(days).toHaveCount(31)
  await expect(days.last().getByRole('cell')).toHaveText('1')
  await expectAccessible(page)
})

test('the figures match what the members did', async ({ page, instance, signIn }) => {
  const [tom, finn] = [await instance.register(), await instance.register()]
  const [member, admin] = [await instance.signedIn(tom), await instance.signedIn(instance.bailiff)]
  await member.from('newsfeed_posts').insert({ content: 'Mist on the water' }).throwOnError()
  await instance.givePoints(tom, 250)
  await instance.givePoints(finn, -20)
  const claim = await awardPrize(instance, tom, { title: 'Alarm set', type: 'digital' })
  await awardPrize(instance, finn, { title: 'Lamp', type: 'digital' })
  await member.from('prize_awards').update({ status: 'claimed', terms_accepted: true }).eq('id', claim).throwOnError()
  await admin.from('prize_awards').update({ fulfillment_status: 'processing' }).eq('id', claim).throwOnError()
  const { data: game } = await admin
    .from('games')
    .insert({
      type: 'pick_swim',
      title: 'Where would you fish?',
      image_url: '/mark.svg',
      status: 'active',
      start_date: new Date(Date.now() - HOUR).toISOString(),
      end_date: new Date(Date.now() + 5.5 * HOUR).toISOString(),
      metadata: { winning_square: 47 },
    })
    .select('id')
    .single()
    .throwOnError()
  await member
    .from('game_entries')
    .insert({ game_id: game.id, entry_data: { square: 3 } })
    .throwOnError()

  await openConsole({ page, signIn, instance }, '', 'Home')
  await expect(figures(page)).toHaveText(['3', '3', '1', '1'])
  await expect(overview(page).getByText('1 prize not claimed yet')).toBeVisible()
  await expect(card(page, 'Sign-ups').getByRole('row').last()).toContainText('3')
  await expect(card(page, 'Posts').getByRole('row').last()).toContainText('1')
  await expect(card(page, 'Points given').getByRole('listitem')).toHaveText(['Given by admins250 −20', 'First steps20'])
  const ages = card(page, 'Open claims by age').getByRole('listitem')
  await expect(ages).toHaveText(['0 to 2 days11 processing', '3 to 7 days0', '8 to 14 days0', '15 days or more0'])
  await expect(card(page, 'Games in progress').getByRole('listitem')).toHaveText(
    'Where would you fish?1 entryPick a swim · 5 hours left',
  )
  await expect(page.getByLabel('Currency symbol')).toBeVisible()
})

test('the layout keeps space for the figures while they load', async ({ page, instance, signIn }) => {
  await signIn(instance.bailiff)
  const release = await holdAnswers(page, FIGURES)
  await page.goto('/admin')
  await expect(overview(page).getByText('Loading statistics')).toBeAttached()
  await expect(page.getByLabel('Currency symbol')).toBeVisible()
  release()
  await expect(figures(page)).toHaveCount(4)
  await expect(overview(page).getByText('Loading statistics')).toHaveCount(0)
})

test.describe('when the figures cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource|loadStatistics/ })

  test('the settings are shown, and the figures can be loaded again', async ({ page, instance, signIn }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const restore = await failCalls(page, FIGURES)
    await openConsole({ page, signIn, instance }, '', 'Home')
    await expect(overview(page).getByText('Failed to load statistics')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByLabel('Currency symbol')).toBeVisible()
    await restore()
    await overview(page).getByRole('button', { name: 'Retry' }).click()
    await expect(figures(page)).toHaveCount(4)
    await expect(overview(page).getByText('Failed to load statistics')).toHaveCount(0)
  })
})

test('axe finds nothing in huge figures in either theme, and nothing scrolls sideways', async ({
  page,
  instance,
  signIn,
}) => {
  await page.route(FIGURES, (route) => route.fulfill({ json: HUGE }))
  await openConsole({ page, signIn, instance }, '', 'Home')
  await expect(figures(page).first()).toHaveText('1,234,567')
  await expect(card(page, 'Games in progress').getByRole('link', { name: '88 more games' })).toBeVisible()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    // The whole page in the window: otherwise the bar at the bottom covers a part of whichever link is at that place.
    await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) })
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  }
})

const HUGE = {
  days: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10),
    sign_ups: index * 10_007,
    posts: 1_000_000 - index,
  })),
  members: { total: 1_234_567, week: 987_654, month: 1_234_567 },
  points: ['admin', 'referral', 'game', 'prize', 'gift_received'].map((kind, index) => ({
    kind,
    given: 2_000_000_000 >> index,
    taken: kind === 'admin' ? 1_000_000_000 : 0,
  })),
  claims: [
    { from_day: 0, to_day: 2, pending: 90_000, processing: 1, shipped: 0 },
    { from_day: 3, to_day: 7, pending: 12_345, processing: 23_456, shipped: 34_567 },
    { from_day: 8, to_day: 14, pending: 0, processing: 0, shipped: 0 },
    { from_day: 15, to_day: null, pending: 1, processing: 1, shipped: 1 },
  ],
  unclaimed: 1_234_567,
  games: Array.from({ length: 12 }, (_, index) => ({
    id: String(index),
    title: index % 2 ? `${'W'.repeat(80)} דג 🎣` : 'Best carp',
    type: 'carp_of_week',
    start_date: '2026-01-01T00:00:00Z',
    end_date: index === 0 ? '2026-01-02T00:00:00Z' : '2100-01-01T00:00:00Z',
    entries: 10_000 * index,
  })),
  games_total: 100,
}

test('messages that could not be delivered are listed with the reason, and sent again one by one', async ({
  page,
  instance,
  signIn,
}) => {
  const row = { id: 'a5b1f9a0-0000-4000-8000-000000000001', username: 'Tench_Terry', channel: 'email', attempts: 8 }
  let given = [
    { ...row, user_id: row.id, kinds: ['comment'], error: '503 try later', ended_at: '2026-11-20T08:00:00Z' },
  ]
  await page.route('**/rest/v1/rpc/dead_deliveries**', (route) => route.fulfill({ json: given }))
  await openConsole({ page, signIn, instance }, '', 'Home')
  const list = page.getByRole('region', { name: 'Messages not delivered' })
  await expect(list.getByRole('listitem')).toContainText('Tench_Terry, email')
  await expect(list.getByRole('listitem')).toContainText('8 attempts: 503 try later')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  const asked = page.waitForRequest('**/rest/v1/rpc/retry_delivery')
  await page.route('**/rest/v1/rpc/retry_delivery', (route) => {
    given = []
    return route.fulfill({ json: true })
  })
  await list.getByRole('button', { name: 'Send again' }).click()
  expect((await asked).postDataJSON()).toEqual({ delivery_id: row.id })
  await expect(list).toBeHidden()
  await expect(page.getByText('The message to Tench_Terry will be sent again')).toBeVisible()
})
