import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dialog, openConsole, viewOf } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

// What every list of the console has: views by state, search, chips, an order, all in the address, and an export.

test.describe.configure({ mode: 'default' })
// What other stories have hidden or reported would be counted too.
test.use({ siteOf: 'console-lists' })

const DAY_MS = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const titles = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading')
const order = (page: Page) => page.getByRole('combobox', { name: 'Sort' })
const current = (page: Page) => page.getByRole('navigation', { name: 'Views' }).locator('[aria-current]')

async function exported(page: Page, name: string): Promise<string[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
}

async function makeGames(instance: Instance) {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('games').delete().neq('title', '').throwOnError()
  const game = (title: string, status: string, start: number, end: number, type = 'carp_of_week') => ({
    title,
    status,
    type,
    image_url: '/mark.svg',
    start_date: at(start),
    end_date: at(end),
    metadata: type === 'pick_swim' ? { winning_square: 7 } : {},
  })
  for (const row of [
    game('Autumn carp', 'active', -3, 2),
    game('bream week', 'active', -3, 1),
    game('Christmas swim', 'active', 3, 9, 'pick_swim'),
    game('=Draft for May', 'draft', 3, 9),
  ])
    await admin
      .from('games')
      .insert(row as never)
      .throwOnError()
}

test('games: what is shown is in the address, for a reload, for Back and for a colleague', async ({
  page,
  signIn,
  instance,
}) => {
  await makeGames(instance)
  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await expect(titles(page)).toHaveText(['=Draft for May', 'Christmas swim', 'bream week', 'Autumn carp'])
  await expect(viewOf(page, 'Open')).toContainText('2')
  await expect(viewOf(page, 'Upcoming')).toContainText('1')
  await expect(viewOf(page, 'Cancelled')).toHaveText('Cancelled')

  await viewOf(page, 'Open').click()
  await expect(titles(page)).toHaveText(['bream week', 'Autumn carp'])
  await order(page).selectOption('Title, A to Z')
  await expect(titles(page)).toHaveText(['Autumn carp', 'bream week'])
  await order(page).selectOption('First to end')
  await expect(titles(page)).toHaveText(['bream week', 'Autumn carp'])
  await expect(page).toHaveURL(/filter=open&sort=end|sort=end&filter=open/)
  await page.reload()
  await expect(current(page)).toContainText('Open')
  await expect(order(page)).toHaveValue('end asc')
  await expect(titles(page)).toHaveText(['bream week', 'Autumn carp'])

  await page.getByRole('searchbox', { name: 'Search games by title' }).fill('BREAM')
  await expect(titles(page)).toHaveText(['bream week'])
  await page.getByRole('link', { name: 'Edit bream week' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit game' })).toBeVisible()
  await page.goBack()
  await expect(titles(page)).toHaveText(['bream week'])
  await expect(page.getByRole('searchbox', { name: 'Search games by title' })).toHaveValue('BREAM')
  await page.getByRole('link', { name: 'Edit bream week' }).click()
  await page.getByRole('link', { name: 'Back to games' }).click()
  await expect(titles(page)).toHaveText(['bream week'])
  await expect(current(page)).toContainText('Open')

  await page.getByRole('combobox', { name: 'Type' }).selectOption('Pick a swim')
  await expect(page.getByText('No games found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(titles(page)).toHaveCount(4)
  await expect(order(page)).toHaveValue('end asc')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Pick a swim')
  await expect(titles(page)).toHaveText(['Christmas swim'])
  await page.getByRole('button', { name: 'Clear type' }).click()
  await expect(titles(page)).toHaveCount(4)
})

test('games: a game that ended waits in its view until it is completed, and what is found is exported', async ({
  page,
  signIn,
  instance,
}) => {
  await makeGames(instance)
  const admin = await instance.signedIn(instance.bailiff)
  await openConsole({ page, signIn, instance }, 'games?filter=to_settle', 'Games')
  await expect(page.getByText('No games found.')).toBeVisible()
  const ended = { title: 'Ended', status: 'active', type: 'carp_of_week', start_date: at(-9), end_date: at(-1) }
  await admin
    .from('games')
    .insert(ended as never)
    .throwOnError()
  await expect(titles(page)).toHaveText(['Ended'])
  await expect(viewOf(page, 'To settle')).toContainText('1')
  await page.getByRole('button', { name: 'Complete Ended' }).click()
  await dialog(page, 'Complete this game?').getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('No games found.')).toBeVisible()

  await viewOf(page, 'Drafts').click()
  await expect(titles(page)).toHaveCount(1)
  const lines = await exported(page, 'Export found')
  expect(lines[0]).toBe('\uFEFFTitle,Type,State,Start,End,Entries,Points,Prize package,Id')
  expect(lines).toHaveLength(2)
  // A spreadsheet would evaluate it.
  expect(lines[1]).toMatch(/^"?'=Draft for May"?,Carp of the week,Drafts,/)
  await viewOf(page, 'All').click()
  await expect(titles(page)).toHaveCount(5)
  expect(await exported(page, 'Export CSV')).toHaveLength(6)
})

test('the keyboard reaches views, search, chips and rows in this order', async ({ page, signIn, instance }) => {
  await makeGames(instance)
  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await expect(titles(page)).toHaveCount(4)
  await viewOf(page, 'Upcoming').focus()
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(['Christmas swim'])
  await expect(viewOf(page, 'Upcoming')).toBeFocused()
  for (let key = 0; key < 4; key += 1) await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search games by title' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Type' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(order(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Complete Christmas swim' })).toBeFocused()
})

test('prizes: views by stock, search by name, order and export', async ({ page, signIn, instance }) => {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('prize_packages').delete().neq('name', '').throwOnError()
  const box = async (name: string, quantity: number, is_active = true) => {
    const made = await admin.from('prize_packages').insert({ name, is_active }).select('id').single().throwOnError()
    const item = { package_id: made.data.id, title: `${name} rod`, type: 'physical', quantity }
    await admin.from('prize_items').insert(item).throwOnError()
    return made.data.id
  }
  await box('Summer box', 9)
  const low = await box('winter box', 5)
  await box('Old box', 3, false)
  await admin.from('prize_packages').insert({ name: 'Empty box' }).throwOnError()
  const { data: rod } = await admin.from('prize_items').select('id').eq('package_id', low).single().throwOnError()
  const winners = await Promise.all(Array.from({ length: 4 }, () => instance.register()))
  for (const { id } of winners)
    await admin.from('prize_awards').insert({ user_id: id, item_id: rod.id, status: 'assigned' }).throwOnError()

  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  const names = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(names).toHaveCount(4)
  for (const [view, found] of [
    ['In stock', 'Summer box'],
    ['Nearly out', 'winter box'],
    ['Out of stock', 'Empty box'],
    ['Inactive', 'Old box'],
  ] as const) {
    await viewOf(page, view).click()
    await expect(names).toHaveText([found])
    await expect(viewOf(page, view)).toContainText('1')
    if (view !== 'In stock') await expect(page.getByRole('article').getByText(view, { exact: true })).toBeVisible()
  }
  await page.reload()
  await expect(names).toHaveText(['Old box'])
  await page.getByRole('searchbox', { name: 'Search packages, items and winners' }).fill('winter')
  await expect(page.getByText('No packages found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await order(page).selectOption('Name, A to Z')
  await expect(names).toHaveText(['Empty box', 'Old box', 'Summer box', 'winter box'])
  await order(page).selectOption('Fewest left first')
  await expect(names).toHaveText(['Empty box', 'winter box', 'Old box', 'Summer box'])
  const lines = await exported(page, 'Export CSV')
  expect(lines).toHaveLength(5)
  expect(lines.find((line) => line.startsWith('winter box'))).toMatch(/^winter box,Nearly out,winter box rod,\w+,5,1,/)
})

test('posts: many are hidden at once, found in their view, shown again from the case, and many are deleted', async ({
  page,
  signIn,
  instance,
}) => {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('newsfeed_posts').delete().not('id', 'is', null).throwOnError()
  const member = await instance.register()
  const writer = await instance.signedIn(member)
  const mark = randomUUID().slice(0, 8)
  for (const word of ['One', 'Two', 'Three'])
    await writer
      .from('newsfeed_posts')
      .insert({ content: `${word} ${mark}` })
      .throwOnError()
  await openConsole({ page, signIn, instance }, 'newsfeed', 'Newsfeed')
  const row = (word: string) => page.getByRole('row').filter({ hasText: `${word} ${mark}` })
  const box = (word: string) => page.getByRole('checkbox', { name: `Select ${word} ${mark}` })
  await viewOf(page, 'From members').click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await order(page).selectOption('Oldest first')
  await expect(page.getByRole('row').nth(1)).toContainText('One')
  await box('One').check()
  await box('Two').check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Hide' }).click()
  const question = dialog(page, 'Hide 2 posts?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByRole('status').getByText('2 posts are hidden.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(viewOf(page, 'Hidden')).toContainText('2')

  await viewOf(page, 'Hidden').click()
  await expect(row('One')).toContainText('Hidden')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await row('One')
    .getByRole('link', { name: /^Open the case/ })
    .click()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.goBack()
  await expect(current(page)).toContainText('Hidden')
  await expect(row('Two')).toBeVisible()
  await expect(row('One')).toHaveCount(0)

  // The undone case is open again, and its post is shown.
  await viewOf(page, 'Reported').click()
  await expect(row('One')).toContainText('Reported1 report')
  await viewOf(page, 'From members').click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await dialog(page, 'Delete 2 posts?').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').getByText('2 posts are deleted.')).toBeVisible()
  await expect(page.getByText('No member has posted yet.')).toBeVisible()
  await viewOf(page, 'Hidden').click()
  const lines = await exported(page, 'Export found')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${member.username},Two ${mark},`)
  await page.goto('/admin/audit')
  await expect(page.getByText('exported the list of posts')).toBeVisible()
})

test('cards: views, placement, order, and many are switched off at once', async ({ page, signIn, instance }) => {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('info_cards').delete().neq('title', '').throwOnError()
  const card = (title: string, placement: string, start: number, end: number) => ({
    title,
    placement,
    start_date: at(start),
    end_date: at(end),
  })
  for (const row of [
    card('Open day', 'home', -1, 5),
    card('Rod draw', 'games', -1, 4),
    card('New year', 'home', 5, 9),
    card('Last year', 'newsfeed', -9, -5),
  ])
    await admin.from('info_cards').insert(row).throwOnError()
  await openConsole({ page, signIn, instance }, 'cards?filter=active&sort=title', 'Cards')
  await expect(titles(page)).toHaveText(['Open day', 'Rod draw'])
  await page.getByRole('combobox', { name: 'Placement' }).selectOption('Games')
  await expect(titles(page)).toHaveText(['Rod draw'])
  await page.reload()
  await expect(titles(page)).toHaveText(['Rod draw'])
  await page.getByRole('button', { name: 'Clear placement' }).click()
  for (const title of ['Open day', 'Rod draw']) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Deactivate' }).click()
  await dialog(page, 'Deactivate 2 cards?').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('status').getByText('2 cards are deactivated.')).toBeVisible()
  await expect(page.getByText('No cards found.')).toBeVisible()
  await viewOf(page, 'Inactive').click()
  await expect(titles(page)).toHaveText(['Open day', 'Rod draw'])
  const { data } = await admin.from('info_cards').select('title').eq('is_active', true).order('title').throwOnError()
  expect(data.map(({ title }) => title)).toEqual(['Last year', 'New year'])
  await viewOf(page, 'All').click()
  await page.getByRole('searchbox', { name: 'Search cards by title' }).fill('year')
  await expect(titles(page)).toHaveText(['Last year', 'New year'])
  expect(await exported(page, 'Export found')).toHaveLength(3)
})

test('videos: views, search and order', async ({ page, signIn, instance }) => {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('live_videos').delete().neq('title', '').throwOnError()
  for (const [title, days, is_active] of [
    ['Winter rigs', 4, false],
    ['autumn rigs', 2, false],
    ['Spring lines', -9, false],
    ['On now', -1, true],
  ] as const)
    await admin
      .from('live_videos')
      .insert({
        title,
        is_active,
        embed_code: 'https://vimeo.com/76979871',
        scheduled_for: at(days),
        provider: '',
        video_id: '',
      })
      .throwOnError()
  await openConsole({ page, signIn, instance }, 'videos', 'Videos')
  await expect(titles(page)).toHaveText(['On now', 'Winter rigs', 'autumn rigs', 'Spring lines'])
  await viewOf(page, 'Scheduled').click()
  await expect(titles(page)).toHaveText(['Winter rigs', 'autumn rigs'])
  await order(page).selectOption('Title, A to Z')
  await expect(titles(page)).toHaveText(['autumn rigs', 'Winter rigs'])
  await viewOf(page, 'Live').click()
  await expect(titles(page)).toHaveText(['On now'])
  await viewOf(page, 'Ended').click()
  await page.reload()
  await expect(titles(page)).toHaveText(['Spring lines'])
  await page.getByRole('searchbox', { name: 'Search videos by title' }).fill('RIGS')
  await expect(page.getByText('No videos found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(titles(page)).toHaveText(['autumn rigs', 'On now', 'Spring lines', 'Winter rigs'])
  expect(await exported(page, 'Export CSV')).toHaveLength(5)
})

test.describe('on a phone', () => {
  // A tall window: elements half covered by a sticky bar count as too small to tap.
  test.use({ viewport: { width: 390, height: 2000 } })

  test('axe finds nothing in any list, filtered or picked from', async ({ page, signIn, instance }) => {
    test.slow()
    await makeGames(instance)
    const admin = await instance.signedIn(instance.bailiff)
    await admin
      .from('info_cards')
      .insert({ title: 'Open day', start_date: at(-1), end_date: at(1) })
      .throwOnError()
    await admin.from('newsfeed_posts').insert({ content: 'Work party', is_announcement: true }).throwOnError()
    await openConsole({ page, signIn, instance }, 'games?filter=upcoming&type=pick_swim&q=swim', 'Games')
    await expect(titles(page)).toHaveText(['Christmas swim'])
    for (const [path, heading] of [
      ['games?filter=upcoming&type=pick_swim', 'Games'],
      ['prizes?filter=low', 'Prizes'],
      ['newsfeed', 'Newsfeed'],
      ['cards?placement=home', 'Cards'],
      ['videos?q=nothing', 'Videos'],
    ] as const) {
      await page.goto(`/admin/${path}`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      const pick = page.getByRole('button', { name: 'Select', exact: true })
      if ((await pick.count()) > 0) {
        await pick.click()
        await page.getByRole('checkbox').last().check()
        await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible()
      }
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBothThemes(page)
    }
  })

  test('the buttons of prizes and of the newsfeed are in the row of the title', async ({ page, signIn, instance }) => {
    for (const [path, heading, main] of [
      ['prizes', 'Prizes', 'Add Package'],
      ['newsfeed', 'Newsfeed', 'Write announcement'],
    ] as const) {
      await openConsole({ page, signIn, instance }, path, heading)
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      const title = await page.getByRole('heading', { level: 1, name: heading }).boundingBox()
      const box = await page.getByRole('button', { name: main, exact: true }).boundingBox()
      expect(box?.width).toBeGreaterThanOrEqual(44)
      expect(box?.height).toBeGreaterThanOrEqual(44)
      const [middle, ofTitle] = [box, title].map((one) => (one?.y ?? 0) + (one?.height ?? 0) / 2)
      expect(Math.abs((middle ?? 0) - (ofTitle ?? 0))).toBeLessThan(12)
    }
  })

  test('the buttons beside the title of users are icons in its row, with their names', async ({
    page,
    signIn,
    instance,
  }) => {
    await openConsole({ page, signIn, instance }, 'users', 'Users')
    const title = await page.getByRole('heading', { level: 1, name: 'Users' }).boundingBox()
    for (const button of [
      page.getByRole('button', { name: 'Export CSV' }),
      page.getByRole('link', { name: 'Invite members' }),
    ]) {
      const box = await button.boundingBox()
      expect(box?.width).toBeGreaterThanOrEqual(44)
      expect(box?.width).toBeLessThan(60)
      expect(box?.height).toBeGreaterThanOrEqual(44)
      const [middle, ofTitle] = [box, title].map((one) => (one?.y ?? 0) + (one?.height ?? 0) / 2)
      expect(Math.abs((middle ?? 0) - (ofTitle ?? 0))).toBeLessThan(12)
    }
  })
})
