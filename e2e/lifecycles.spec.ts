import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { Instance } from './support/instance.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { expect, test } from './support/test.ts'
import { untilIdle } from './support/until-idle.ts'

// Two people: one has a page open while the other creates, changes and removes what it shows. For removals of cards,
// videos, games, prizes and rights see take-downs.spec.ts.

test.describe.configure({ mode: 'default', timeout: 120_000 })

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

test('a member who deletes their account disappears from every open page', async ({ browser }) => {
  const [leaver, reader] = [await instance.register(), await instance.register()]
  const client = await instance.signedIn(leaver)
  const mark = randomUUID().slice(0, 8)
  await instance.givePoints(leaver, 40)
  const other = await instance.signedIn(reader)
  const write = async (who: typeof client, content: string) =>
    (await who.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()).data.id
  await write(client, `Leaving ${mark}`)
  const post_id = await write(other, `Staying ${mark}`)
  await client
    .from('newsfeed_comments')
    .insert({ post_id, content: `Farewell ${mark}` })
    .throwOnError()

  const feed = await open(browser, '/newsfeed', reader)
  const thread = feed.getByRole('article').filter({ hasText: `Staying ${mark}` })
  await thread.getByRole('button', { name: '1 comment' }).click()
  const shown = [
    feed.getByRole('article').filter({ hasText: `Leaving ${mark}` }),
    feed.getByText(`Farewell ${mark}`),
    (await open(browser, `/network?q=${leaver.username}`, reader)).getByRole('heading', { name: leaver.username }),
    (await open(browser, '/leaderboard')).getByText(leaver.username).first(),
    (await open(browser, `/admin/users?q=${leaver.username}`, instance.bailiff)).getByText(leaver.username).first(),
  ]
  for (const what of shown) await expect(what).toBeVisible()
  for (const what of shown) await untilIdle(what.page())
  await client.rpc('delete_own_account', { password: leaver.password }).throwOnError()
  for (const what of shown) await expect(what).toBeHidden()
  await expect(thread).toBeVisible()
})

test('what one admin creates, renames and deletes changes on open pages of another admin and of members', async ({
  browser,
}) => {
  const [start_date, end_date] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString()) as [
    string,
    string,
  ]
  const game = { type: 'carp_of_week', status: 'active', start_date, end_date }
  const video = {
    embed_code: 'https://youtu.be/dQw4w9WgXcQ',
    scheduled_for: start_date,
    is_active: true,
    provider: '',
    video_id: '',
  }
  const things = [
    { list: '/admin/prizes', table: 'prize_packages', column: 'name', row: {} },
    { list: '/admin/cards', page: '/', table: 'info_cards', column: 'title', row: { start_date, end_date } },
    { list: '/admin/games', page: '/games', table: 'games', column: 'title', row: game },
    { list: '/admin/videos', page: '/live', table: 'live_videos', column: 'title', row: video },
  ] as const
  const member = await instance.register()
  for (const { list, table, column, row, ...thing } of things) {
    const pages = [await open(browser, list, instance.bailiff)]
    if ('page' in thing) pages.push(await open(browser, thing.page, member))
    for (const page of pages) await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const page of pages) await untilIdle(page)
    const [made, renamed] = [`Made ${randomUUID().slice(0, 8)}`, `Renamed ${randomUUID().slice(0, 8)}`]
    const { data } = await admin
      .from(table)
      .insert({ ...row, [column]: made } as never)
      .select('id')
      .single()
      .throwOnError()
    for (const page of pages) await expect(page.getByText(made).first(), `${table} made`).toBeVisible()
    await admin
      .from(table)
      .update({ [column]: renamed } as never)
      .eq('id', data.id)
      .throwOnError()
    for (const page of pages) {
      await expect(page.getByText(renamed).first(), `${table} renamed`).toBeVisible()
      await expect(page.getByText(made), `${table} renamed`).toHaveCount(0)
    }
    await admin.from(table).delete().eq('id', data.id).throwOnError()
    for (const page of pages) await expect(page.getByText(renamed), `${table} deleted`).toHaveCount(0)
  }
})
