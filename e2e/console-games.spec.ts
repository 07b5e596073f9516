import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { closedLayer } from './support/closed-layer.ts'
import { dialog, failCalls, openConsole, viewOf } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const HOUR_MS = 3_600_000

const photo = async () => ({
  name: 'lake.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 320, height: 320, channels: 3, background: '#2f7d5b' } })
    .jpeg()
    .toBuffer(),
})

/** A moment in the format of the browser's date field. */
const local = (hours: number) => {
  const moment = new Date(Date.now() + hours * HOUR_MS)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Creates a game as the admin, open from an hour ago until in an hour; a draft unless the fields say otherwise. */
async function makeGame(instance: Instance, fields: object = {}) {
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('games')
    .insert({
      type: 'pick_swim',
      title: `Game ${randomUUID().slice(0, 8)}`,
      image_url: '/mark.svg',
      start_date: new Date(Date.now() - HOUR_MS).toISOString(),
      end_date: new Date(Date.now() + HOUR_MS).toISOString(),
      metadata: { winning_square: 47 },
      ...fields,
    } as never)
    .select('id, title')
    .single()
    .throwOnError()
  instance.atEnd(() => admin.from('games').delete().eq('id', data.id).throwOnError())
  return { ...data, admin }
}

async function enter(instance: Instance, account: Account, game_id: string, columns: object): Promise<void> {
  const member = await instance.signedIn(account)
  await member
    .from('game_entries')
    .insert({ game_id, user_id: account.id, ...columns } as never)
    .throwOnError()
}

async function enterPhoto(instance: Instance, account: Account, gameId: string): Promise<void> {
  const member = await instance.signedIn(account)
  const path = `${account.id}/${Date.now()}.jpg`
  const { error } = await member.storage
    .from('game-photos')
    .upload(path, (await photo()).buffer, { contentType: 'image/jpeg' })
  if (error) throw error
  const photo_url = member.storage.from('game-photos').getPublicUrl(path).data.publicUrl
  await enter(instance, account, gameId, { photo_url })
}

const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

async function fillTimes(page: Page): Promise<void> {
  await page.getByLabel('Start date').fill(local(-1))
  await page.getByLabel('End date').fill(local(5))
}

test('an admin creates a pick-a-swim with a lake photo, previews and activates it, and members see it', async ({
  page,
  instance,
  signIn,
}) => {
  const title = `Winter opener ${randomUUID().slice(0, 8)}`
  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await page.getByRole('link', { name: 'Add Game' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add Game' })).toBeVisible()
  await page.getByRole('radio', { name: /Pick a swim/ }).click()

  await page.getByRole('button', { name: 'Create game' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByText('Start and end dates are required')).toHaveCount(2)
  await expect(page.getByText('Lake photo is required')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()

  await page.getByLabel('Title').fill(title)
  await expect(page.getByText('Title is required')).toHaveCount(0)
  await page.getByLabel('Description').fill('South-westerly wind.\nPick the square.')
  await page.getByLabel('Start date').fill(local(-1))
  await page.getByLabel('End date').fill(local(-2))
  await expect(page.getByText('The end must be after the start')).toBeVisible()
  await page.getByLabel('End date').fill(local(5))
  await expect(page.getByLabel('Winner points')).toHaveValue('100')
  await page.getByLabel('Winning square').fill('471')
  await expect(page.getByLabel('Winning square')).toHaveValue('100')
  await page.getByLabel('Lake photo', { exact: true }).setInputFiles(await photo())
  await expect(page.getByRole('gridcell', { name: /^100 ?, winning square$/ })).toBeVisible()
  await page.getByRole('gridcell', { name: '36', exact: true }).click()
  await expect(page.getByLabel('Winning square')).toHaveValue('36')
  await page.getByRole('button', { name: 'Next square' }).click()
  await expect(page.getByRole('gridcell', { name: /^37 ?, winning square$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Draw at random' }).click()
  await expect(page.getByLabel('Winning square')).toHaveValue(/^([1-9]\d?|100)$/)
  await page.getByLabel('Winning square').fill('62')

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = dialog(page, 'As members will see it')
  await expect(preview.getByRole('heading', { name: title })).toBeVisible()
  await expect(preview.getByText('100 points')).toBeVisible()
  await expect(preview.getByText('winning square')).toHaveCount(0)
  await preview.getByRole('button', { name: 'Close' }).click()
  await closedLayer(page)
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByRole('button', { name: 'Create game' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Games' })).toBeVisible()
  const own = row(page, title)
  await expect(own).toHaveCount(1)
  await expect(own.getByText('Draft')).toBeVisible()
  await expect(own.getByText('0 entries')).toBeVisible()

  await own.getByRole('button', { name: `Activate ${title}` }).click()
  await expect(dialog(page, 'Activate this game?')).toContainText('The answer is sealed')
  await dialog(page, 'Activate this game?').getByRole('button', { name: 'Activate' }).click()
  await expect(own.getByText('Active', { exact: true })).toBeVisible()

  const { data } = await (await instance.signedIn(await instance.register()))
    .from('games')
    .select('status, metadata, points_awarded')
    .eq('title', title)
  expect(data).toEqual([
    { status: 'active', points_awarded: 100, metadata: { commitment: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ])

  await own.getByRole('link', { name: `Entries of ${title}` }).click()
  await expect(page.getByText('No entries yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Show winning square' }).click()
  await expect(page.getByText('Winning square: 62')).toBeVisible()
})

test('guess the weight: created, guessed, completed, with points for the winner and a warning about the empty package', async ({
  page,
  instance,
  signIn,
}) => {
  const [winner, other] = [await instance.register(), await instance.register()]
  const admin = await instance.signedIn(instance.bailiff)
  const name = `Box ${randomUUID().slice(0, 8)}`
  const box = await admin.from('prize_packages').insert({ name }).select('id').single().throwOnError()
  const title = `Mel's common ${randomUUID().slice(0, 8)}`

  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await page.goto('/admin/games?add=guess_weight')
  await page.getByLabel('Title').fill(title)
  await fillTimes(page)
  await page.getByLabel('Winner points').fill('-5')
  await page.getByLabel('Actual weight').fill('28.65')
  await page.getByRole('radio', { name: 'lbs' }).click()
  await page.getByRole('button', { name: 'Create game' }).click()
  await expect(page.getByText('Enter whole points from 0 to 1,000,000')).toBeVisible()
  await expect(page.getByText('Enter a weight from 0 to 1000 lbs in steps of 0.1')).toBeVisible()
  await page.getByLabel('Winner points').fill('150')
  await page.getByLabel('Actual weight').fill('28.6')
  await page.getByLabel('Prize package').selectOption(name)
  await expect(page.getByText(`The package ${name} has no items.`)).toBeVisible()
  await page.getByRole('button', { name: 'Create game' }).click()
  await row(page, title)
    .getByRole('button', { name: `Activate ${title}` })
    .click()
  await dialog(page, 'Activate this game?').getByRole('button', { name: 'Activate' }).click()
  await expect(row(page, title).getByText('Active', { exact: true })).toBeVisible()

  const { data: game } = await admin.from('games').select('id, prize_package_id').eq('title', title).single()
  expect(game?.prize_package_id).toBe(box.data.id)
  await enter(instance, winner, game?.id ?? '', { entry_data: { weight: 28.5 } })
  await enter(instance, other, game?.id ?? '', { entry_data: { weight: 12 } })

  await page.reload()
  await expect(row(page, title).getByText('2 entries')).toBeVisible()
  await row(page, title)
    .getByRole('button', { name: `Complete ${title}` })
    .click()
  const question = dialog(page, 'Complete this game?')
  await expect(question).toContainText(`${title} has 2 entries.`)
  await expect(question).toContainText('wins 150 points')
  await expect(question).toContainText(`The package ${name} has no items.`)
  await expect(question).not.toContainText(winner.username)
  await question.getByRole('button', { name: 'Complete' }).dblclick()
  await expect(page.getByText(`The prize package ${name} was not awarded: it has no items.`)).toBeVisible()
  await expect(row(page, title).getByText('Completed')).toBeVisible()
  await row(page, title)
    .getByRole('link', { name: `Entries of ${title}` })
    .click()
  const entries = page.getByRole('region', { name: `Entries, ${title}` })
  await expect(entries.getByText('28.5 lbs')).toBeVisible()
  await expect(entries.getByText('Winners')).toBeVisible()
  await expect(entries.getByText('+150')).toBeVisible()
  const { data: points } = await admin.from('points_log').select('points_change').eq('user_id', winner.id)
  expect(points).toEqual([{ points_change: 150 }])
})

test('carp of the week: an admin sets the places one at a time, and completes it', async ({
  page,
  instance,
  signIn,
}) => {
  const [first, second] = [await instance.register(), await instance.register()]
  const game = await makeGame(instance, { type: 'carp_of_week', status: 'active', metadata: {} })
  await enterPhoto(instance, first, game.id)
  await enterPhoto(instance, second, game.id)
  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await row(page, game.title)
    .getByRole('link', { name: `Entries of ${game.title}` })
    .click()
  const entries = page.getByRole('region', { name: `Entries, ${game.title}` })
  const places = (account: Account) => entries.getByRole('radiogroup', { name: `Place of ${account.username}` })
  await expect(entries.getByRole('img', { name: `Photo by ${first.username}` })).toBeVisible()
  await expect(entries.getByText('No places chosen yet.')).toBeVisible()

  await places(first).getByRole('radio', { name: 'Place 1' }).click()
  await expect(entries.getByText('Current places')).toBeVisible()
  await places(second).getByRole('radio', { name: 'Place 1' }).click()
  await expect(places(second).getByRole('radio', { name: 'Place 1' })).toBeChecked()
  await expect(places(first).getByRole('radio', { checked: true })).toHaveCount(0)
  await places(first).getByRole('radio', { name: 'Place 1' }).focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(places(first).getByRole('radio', { name: 'Place 3' })).toBeChecked()
  await expect(entries.getByRole('listitem')).toHaveText([/Place 1.*\+300/, /Place 3.*\+100/])

  // A photo that must not stay is removed, and the entry loses its place.
  await entries.getByRole('button', { name: `Remove the photo of ${first.username}` }).click()
  await dialog(page, `Remove the photo of ${first.username}?`).getByRole('button', { name: 'Remove' }).click()
  await expect(entries.getByText('Photo removed')).toBeVisible()
  await expect(places(first)).toHaveCount(0)
  await expect(entries.getByRole('listitem')).toHaveText([/Place 1.*\+300/])

  await row(page, game.title)
    .getByRole('button', { name: `Complete ${game.title}` })
    .click()
  const question = dialog(page, 'Complete this game?')
  await expect(question).toContainText(`First place: ${second.username}, +300`)
  await expect(question).toContainText('Second place: nobody')
  await question.getByRole('button', { name: 'Complete' }).click()
  await expect(row(page, game.title).getByText('Completed')).toBeVisible()
  await expect(entries.getByText('Winners')).toBeVisible()
  await expect(entries.getByRole('radiogroup')).toHaveCount(0)
  const { data } = await game.admin.from('points_log').select('points_change').eq('user_id', second.id)
  expect(data).toEqual([{ points_change: 300 }])
})

test('a draft without an answer must be edited before it can be activated', async ({ page, instance, signIn }) => {
  const game = await makeGame(instance, { metadata: {} })
  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await row(page, game.title)
    .getByRole('button', { name: `Activate ${game.title}` })
    .click()
  await expect(dialog(page, 'This game is not ready')).toContainText('The winning square is missing.')
  await dialog(page, 'This game is not ready').getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit game' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(game.title)
  await page.getByLabel('Winning square').fill('9')
  await page.reload()
  await expect(page.getByLabel('Winning square')).toHaveValue('9')
  await page.getByRole('button', { name: 'Save game' }).click()
  await row(page, game.title)
    .getByRole('button', { name: `Activate ${game.title}` })
    .click()
  await dialog(page, 'Activate this game?').getByRole('button', { name: 'Activate' }).click()
  await expect(row(page, game.title).getByText('Active', { exact: true })).toBeVisible()
})

test('warns an admin who edits or moves an outdated game, and overwrites nothing', async ({
  page,
  instance,
  signIn,
}) => {
  const game = await makeGame(instance)
  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await row(page, game.title)
    .getByRole('link', { name: `Edit ${game.title}` })
    .click()
  await page.getByLabel('Title').fill('Mine')
  const theirs = `Theirs ${randomUUID().slice(0, 8)}`
  await game.admin.from('games').update({ title: theirs }).eq('id', game.id).throwOnError()
  await page.getByRole('button', { name: 'Save game' }).click()
  await expect(page.getByText('changed this in the meantime')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Load latest version' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(theirs)
  await page.getByLabel('Title').fill(game.title)
  await page.getByRole('button', { name: 'Save game' }).click()

  await row(page, game.title)
    .getByRole('button', { name: `Activate ${game.title}` })
    .click()
  await game.admin.from('games').update({ status: 'cancelled' }).eq('id', game.id).throwOnError()
  await dialog(page, 'Activate this game?').getByRole('button', { name: 'Activate' }).click()
  await expect(dialog(page, 'Activate this game?')).toContainText('changed this in the meantime')
  await dialog(page, 'Activate this game?').getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, game.title).getByText('Cancelled')).toBeVisible()
})

test('a running game can be corrected in its texts and to a later end, but not in its start, answer or lake photo', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  const game = await makeGame(instance, { status: 'active' })
  await enter(instance, account, game.id, { entry_data: { square: 3 } })
  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await row(page, game.title)
    .getByRole('link', { name: `Edit ${game.title}` })
    .click()
  await expect(page.getByText('This game is running and members have entered.')).toBeVisible()
  for (const name of ['Start date', 'Winning square']) await expect(page.getByLabel(name)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Replace' })).toHaveCount(0)
  const title = `Corrected ${randomUUID().slice(0, 8)}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('End date').fill(local(0.2))
  await page.getByLabel('Winner points').fill('50')
  await page.getByRole('button', { name: 'Save game' }).click()
  await expect(page.getByText('The end can only move to a later time, because members have entered')).toBeVisible()
  await expect(page.getByText('Points can only be raised, because members have entered')).toBeVisible()
  await page.getByLabel('End date').fill(local(30))
  await page.getByLabel('Winner points').fill('150')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save game' }).click()
  await expect(row(page, title)).toBeVisible()
  const member = await instance.signedIn(account)
  const { data } = await member.from('game_changes').select('changed, before').eq('game_id', game.id)
  expect(data).toEqual([
    {
      changed: ['end_date', 'points', 'title'],
      before: expect.objectContaining({ title: game.title, points_awarded: 100 }),
    },
  ])
})

test('an ended game is marked for completion, and its entries open below it', async ({ page, instance, signIn }) => {
  const hour = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const ended = await makeGame(instance, { status: 'active', start_date: hour(-5), end_date: hour(-1) })
  const game = await makeGame(instance, { status: 'active' })
  await enter(instance, await instance.register(), game.id, { entry_data: { square: 3 } })
  await page.setViewportSize({ width: 390, height: 844 })
  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await expect(row(page, ended.title).getByText('Ended, not completed')).toBeVisible()
  await expect(row(page, ended.title).getByText('Active', { exact: true })).toHaveCount(0)
  await expect(row(page, game.title).getByText('Active', { exact: true })).toBeVisible()
  for (const word of ['Edit', 'Entries', 'Duplicate', 'Cancel', 'Delete'])
    await expect(row(page, game.title).getByText(word, { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await row(page, game.title)
    .getByRole('link', { name: `Entries of ${game.title}` })
    .click()
  const entries = page.getByRole('region', { name: `Entries, ${game.title}` })
  await expect(entries.getByText('Square 3')).toBeVisible()
  const [above, below] = [await row(page, game.title).boundingBox(), await entries.boundingBox()]
  expect(Math.abs((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))).toBeLessThan(4)
  await expect(row(page, game.title).getByRole('button', { name: `Complete ${game.title}` })).toBeInViewport()
})

test('a game is held again in another week, without its entries', async ({ page, instance, signIn }) => {
  const day = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString()
  const game = await makeGame(instance, { status: 'active', start_date: day(-1), end_date: day(1) })
  await enter(instance, await instance.register(), game.id, { entry_data: { square: 3 } })
  const admin = await instance.signedIn(instance.bailiff)
  await openConsole({ page, signIn, instance }, `games?q=${game.title}`, 'Games')
  await row(page, game.title)
    .getByRole('link', { name: `Duplicate ${game.title}` })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Duplicate game' })).toBeVisible()
  await page.getByRole('button', { name: 'Create game' }).click()
  await expect(page.getByText(`${game.title} was saved as a draft.`)).toBeVisible()
  const { data } = await admin
    .from('games')
    .select('id, status, start_date, image_url, entry_count')
    .eq('title', game.title)
    .order('start_date')
    .throwOnError()
  const [first, second] = data
  expect(second).toMatchObject({ status: 'draft', image_url: first?.image_url, entry_count: 0 })
  expect(Math.abs(Date.parse(second?.start_date ?? '') - Date.parse(day(6)))).toBeLessThan(2 * HOUR_MS)
  await admin.from('games').delete().eq('id', game.id).throwOnError()
  await page.goto('/admin/games?copy=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('This game no longer exists.')).toBeVisible()
  await page.goto(`/admin/games?edit=${second?.id}`)
  await expect(page.getByLabel('Title')).toHaveValue(game.title)
  await admin
    .from('games')
    .delete()
    .eq('id', second?.id ?? '')
    .throwOnError()
})

test('viewing a sealed answer is recorded, and editing a draft does not show it', async ({
  page,
  instance,
  signIn,
}) => {
  const game = await makeGame(instance)
  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await page.goto(`/admin/games?edit=${game.id}`)
  await expect(page.getByLabel('Winning square')).toHaveValue('')
  await expect(page.getByText('Leave this empty to keep the sealed answer.')).toBeVisible()
  await page.getByLabel('Title').fill(`${game.title} again`)
  await page.getByRole('button', { name: 'Save game' }).click()
  await expect(row(page, `${game.title} again`)).toBeVisible()
  const views = async () =>
    (await game.admin.from('audit_log').select('id').eq('subject_id', game.id).eq('action', 'view_answer')).data?.length
  expect(await views()).toBe(0)
  await page.goto(`/admin/games?entries=${game.id}`)
  await expect(
    page.getByText('Viewing the answer is recorded, and you cannot enter this game afterwards.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Show winning square' }).click()
  await expect(page.getByText('Winning square: 47')).toBeVisible()
  expect(await views()).toBe(1)
  // Other stories may have filled the first page of the trail since.
  await page.goto(`/admin/audit?q=${encodeURIComponent(game.title)}`)
  await expect(page.getByText(`viewed the sealed answer of ${game.title} again`)).toBeVisible()
})

test('games are searched and filtered, and cancelled and deleted after a confirmation', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  const game = await makeGame(instance, { status: 'active', title: `100%_* ${randomUUID().slice(0, 8)}` })
  await enter(instance, account, game.id, { entry_data: { square: 3 } })
  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await page.getByLabel('Search games by title').fill(game.title)
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(1)
  await viewOf(page, 'Drafts').click()
  await expect(page.getByText('No games found.')).toBeVisible()
  await viewOf(page, 'Open').click()
  await row(page, game.title)
    .getByRole('button', { name: `Cancel ${game.title}` })
    .click()
  await expect(dialog(page, 'Cancel this game?')).toContainText('Its 1 entry is kept, and nobody wins.')
  await dialog(page, 'Cancel this game?').getByRole('button', { name: 'Cancel the game' }).click()
  await expect(page.getByText('No games found.')).toBeVisible()
  await viewOf(page, 'All').click()
  await row(page, game.title)
    .getByRole('button', { name: `Delete ${game.title}` })
    .click()
  await expect(dialog(page, 'Delete this game?')).toContainText('Its 1 entry is deleted with it.')
  await dialog(page, 'Delete this game?').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No games found.')).toBeVisible()
  const { data } = await game.admin.from('games').select('id').eq('id', game.id)
  expect(data).toEqual([])
})

test.describe('when the call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|[gG]ame|set winner|row|above error|not a function|split/ })

  test('reports a failed change of state and a failed deletion', async ({ page, instance, signIn }) => {
    const game = await makeGame(instance)
    await openConsole({ page, signIn, instance }, 'games', 'Games')
    const restore = await failCalls(page, '**/rest/v1/games?**', 'PATCH')
    await row(page, game.title)
      .getByRole('button', { name: `Activate ${game.title}` })
      .click()
    await dialog(page, 'Activate this game?').getByRole('button', { name: 'Activate' }).click()
    await expect(dialog(page, 'Activate this game?')).toContainText('Failed to update game status')
    await restore()
    await dialog(page, 'Activate this game?').getByRole('button', { name: 'Activate' }).click()
    await expect(row(page, game.title).getByText('Active', { exact: true })).toBeVisible()

    await failCalls(page, '**/rest/v1/games?**', 'DELETE')
    await row(page, game.title)
      .getByRole('button', { name: `Delete ${game.title}` })
      .click()
    await dialog(page, 'Delete this game?').getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page, 'Delete this game?')).toContainText('Failed to delete game')
  })

  test('an activation whose answer was lost is recognised as the admin’s own', async ({ page, instance, signIn }) => {
    const game = await makeGame(instance)
    await openConsole({ page, signIn, instance }, 'games', 'Games')
    await page.route('**/rest/v1/games?**', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await row(page, game.title)
      .getByRole('button', { name: `Activate ${game.title}` })
      .click()
    const question = dialog(page, 'Activate this game?')
    await question.getByRole('button', { name: 'Activate' }).click()
    await expect(question).toContainText('Failed to update game status')
    await page.unroute('**/rest/v1/games?**')
    await question.getByRole('button', { name: 'Activate' }).click()
    await expect(page.getByText(`${game.title} is active. Members can see it.`)).toBeVisible()
    await expect(question).toHaveCount(0)
  })

  test('a row that cannot be shown keeps its place and can be deleted', async ({ page, instance, signIn }) => {
    const [good, bad] = [await makeGame(instance), await makeGame(instance)]
    await page.route('**/rest/v1/games?**', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      const rows: { id: string }[] = await response.json()
      await route.fulfill({
        response,
        json: rows.map((row) => (row.id === bad.id ? { ...row, image_url: { not: 'a link' } } : row)),
      })
    })
    await openConsole({ page, signIn, instance }, 'games', 'Games')
    await expect(row(page, good.title)).toBeVisible()
    const broken = page.getByRole('listitem').filter({ hasText: 'This entry cannot be shown.' })
    await broken.getByRole('button', { name: `Delete ${bad.title}` }).click()
    await dialog(page, 'Delete this game?').getByRole('button', { name: 'Delete' }).click()
    await expect(broken).toHaveCount(0)
    const { data } = await good.admin.from('games').select('id').in('id', [good.id, bad.id])
    expect(data).toEqual([{ id: good.id }])
  })

  test('reports a failed creation and keeps the input, and offers to load the list again', async ({
    page,
    instance,
    signIn,
  }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const game = await makeGame(instance)
    await openConsole({ page, signIn, instance }, 'games', 'Games')
    await page.goto('/admin/games?add=carp_of_week')
    await expect(page.getByLabel('First place points')).toHaveValue('300')
    await expect(page.getByLabel('Second place points')).toHaveValue('200')
    await expect(page.getByLabel('Third place points')).toHaveValue('100')
    await page.getByLabel('Title').fill('Never made')
    await fillTimes(page)
    let restore = await failCalls(page, '**/rest/v1/games**', 'POST')
    await page.getByRole('button', { name: 'Create game' }).click()
    await expect(page.getByText('Failed to create game')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Never made')
    await restore()

    restore = await failCalls(page, '**/rest/v1/games?**', 'GET')
    await page.goto('/admin/games')
    await expect(page.getByText('Failed to load games')).toBeVisible({ timeout: 15_000 })
    await restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(row(page, game.title)).toBeVisible()
  })

  test('reports a place that cannot be set, and reverts it', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    const game = await makeGame(instance, { type: 'carp_of_week', status: 'active', metadata: {} })
    await enterPhoto(instance, account, game.id)
    await openConsole({ page, signIn, instance }, 'games', 'Games')
    await page.goto(`/admin/games?entries=${game.id}`)
    const places = page.getByRole('radiogroup', { name: `Place of ${account.username}` })
    await failCalls(page, '**/rest/v1/game_entries**', 'PATCH')
    await places.getByRole('radio', { name: 'Place 2' }).click()
    await expect(page.getByText('Failed to set winner')).toBeVisible()
    await expect(places.getByRole('radio', { checked: true })).toHaveCount(0)
  })

  test('reports a failed upload', async ({ page, instance, signIn }) => {
    await openConsole({ page, signIn, instance }, 'games', 'Games')
    await page.goto('/admin/games?add=pick_swim')
    await failCalls(page, '**/storage/v1/object/games-images/**')
    await page.getByLabel('Lake photo', { exact: true }).setInputFiles(await photo())
    await expect(page.getByText('Failed to upload game image')).toBeVisible()
  })
})

test.describe('in both themes on a phone', () => {
  // A tall window: elements half covered by a sticky bar count as too small to tap.
  test.use({ viewport: { width: 390, height: 2000 } })

  test('axe finds nothing in list and entries', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    const game = await makeGame(instance, { type: 'carp_of_week', status: 'active', metadata: {} })
    await enterPhoto(instance, account, game.id)
    await openConsole({ page, signIn, instance }, 'games', 'Games')
    await page.goto(`/admin/games?entries=${game.id}&q=${encodeURIComponent(game.title)}`)
    await expect(page.getByRole('radiogroup', { name: `Place of ${account.username}` })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  })

  test('axe finds nothing in the form with its errors', async ({ page, instance, signIn }) => {
    await openConsole({ page, signIn, instance }, 'games', 'Games')
    await page.goto('/admin/games?add=pick_swim')
    await page.getByLabel('Lake photo', { exact: true }).setInputFiles(await photo())
    await page.getByLabel('Winning square').fill('62')
    await page.getByRole('button', { name: 'Create game' }).click()
    await expect(page.getByText('Title is required')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  })
})
