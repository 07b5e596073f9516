import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { answersOf } from './support/answered.ts'
import { failCalls } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

const HOUR_MS = 3_600_000

/** A game of the admin's that is on from an hour ago until in an hour; the title is its own. */
async function makeGame(instance: Instance, fields: object) {
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('games')
    .insert({
      title: `Game ${randomUUID().slice(0, 8)}`,
      image_url: '/mark.svg',
      start_date: new Date(Date.now() - HOUR_MS).toISOString(),
      end_date: new Date(Date.now() + HOUR_MS).toISOString(),
      status: 'active',
      ...fields,
    } as never)
    .select('id, title')
    .single()
    .throwOnError()
  const become = (status: string) => admin.from('games').update({ status }).eq('id', data.id).throwOnError()
  return { ...data, admin, become, complete: () => become('completed') }
}

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

const photo = async () => ({
  name: 'carp.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background: '#8a6a2f' } })
    .jpeg()
    .toBuffer(),
})

const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })

const swim = { type: 'pick_swim', metadata: { winning_square: 47 } }
const carp = { type: 'carp_of_week', metadata: {} }
const weight = { type: 'guess_weight', metadata: { actual_weight: 28.6, unit: 'lbs' } }

test('a member picks a square, is in once after a double click, and can verify the result', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  const game = await makeGame(instance, swim)
  await signIn(account)
  await page.goto('/games')
  const own = card(page, game.title)
  await own.getByRole('button', { name: 'Submit Square' }).click()
  await expect(own.getByText('Please select a square')).toBeVisible()
  await own.getByRole('gridcell', { name: '47', exact: true }).click()
  await own.getByRole('button', { name: 'Submit Square' }).dblclick()
  await expect(own.getByText('You are in.')).toBeVisible()
  await expect(own.getByText('Your square: 47')).toBeVisible()
  const member = await instance.signedIn(account)
  const { data } = await member.from('game_entries').select('entry_data').eq('game_id', game.id)
  expect(data).toEqual([{ entry_data: { square: 47 } }])

  await game.complete()
  await page.reload()
  await expect(own.getByText('Winning square: 47')).toBeVisible()
  await own.getByRole('button', { name: 'Verify result' }).click()
  await expect(own.getByText('Verified: the result is the one that was sealed.')).toBeVisible()
})

test('the board is played with the keyboard alone', async ({ page, instance, signIn }) => {
  const game = await makeGame(instance, swim)
  await signIn(await instance.register())
  await page.goto('/games')
  const own = card(page, game.title)
  await own.getByRole('gridcell', { name: '1', exact: true }).focus()
  for (const key of ['ArrowRight', 'ArrowDown', 'End', 'PageDown']) await page.keyboard.press(key)
  await expect(own.getByRole('gridcell', { name: '70', exact: true })).toBeFocused()
  await expect(own.getByRole('gridcell', { selected: true })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await own.getByRole('button', { name: 'Submit Square' }).press('Enter')
  await expect(own.getByText('Your square: 70')).toBeVisible()
})

test('a member guesses the weight and sees the outcome', async ({ page, instance, signIn }) => {
  const game = await makeGame(instance, weight)
  await signIn(await instance.register())
  await page.goto('/games')
  const own = card(page, game.title)
  await own.getByRole('button', { name: 'Submit Guess' }).click()
  await expect(own.getByText('Please enter a weight')).toBeVisible()
  await own.getByLabel('Weight in lbs').fill('28.5')
  await own.getByRole('button', { name: 'Submit Guess' }).click()
  await expect(own.getByText('Your guess: 28.5 lbs')).toBeVisible()
  await game.complete()
  await page.reload()
  await own.getByRole('button', { name: 'Verify result' }).click()
  await expect(own.getByText('Verified: the result is the one that was sealed.')).toBeVisible()
  await expect(own.getByText('You won.')).toBeVisible()
})

test('who guessed is named when asked for, their guesses are not; the card shows the four newest', async ({
  page,
  instance,
  signIn,
}) => {
  const game = await makeGame(instance, weight)
  const entrants = await Promise.all(Array.from({ length: 5 }, () => instance.register()))
  for (const { id, ...account } of entrants)
    await (await instance.signedIn(account))
      .from('game_entries')
      .insert({ game_id: game.id, user_id: id, entry_data: { weight: 31.25 } })
      .throwOnError()
  await signIn(await instance.register())
  await page.goto('/games')
  const own = card(page, game.title)
  await expect(own.locator('summary .av')).toHaveCount(4)
  await own.getByText('5 entries').click()
  for (const { username } of entrants) await expect(own.getByText(username)).toBeVisible()
  await expect(own.getByText('31.25')).toHaveCount(0)
})

test('a member enters a photo, others see it, and the place that an admin gave is shown with its points', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  const game = await makeGame(instance, carp)
  await signIn(account)
  await page.goto('/games')
  const own = card(page, game.title)
  await expect(own.getByText('No entries yet.')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Submit Photo' })).toBeDisabled()
  await own.getByLabel('Your photo', { exact: true }).setInputFiles(await photo())
  await expect(own.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await page.reload()
  await expect(own.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await own.getByRole('button', { name: 'Submit Photo' }).dblclick()
  await expect(own.getByText('You are in.')).toBeVisible()
  await expect(own.getByRole('img', { name: 'Your entry' })).toBeVisible()
  await own.getByText('1 entry').click()
  await expect(own.getByRole('img', { name: `Photo by ${account.username}` })).toBeVisible()

  await game.admin.from('game_entries').update({ winner_place: 2 }).eq('game_id', game.id).throwOnError()
  await game.complete()
  await page.reload()
  await expect(own.getByText('Completed')).toBeVisible()
  await expect(own.getByRole('figure')).toContainText(account.username)
  await expect(own.getByRole('figure')).toContainText('+200')
  await expect(own.getByText('Your place: 2.')).toBeVisible()
  const { data } = await game.admin.from('points_log').select('points_change').eq('user_id', account.id)
  expect(data).toEqual([{ points_change: 200 }])
})

test('before its start a game shows when it opens, and it opens without a reload', async ({
  page,
  instance,
  signIn,
}) => {
  await signIn(await instance.register())
  await page.clock.install()
  const answered = answersOf(page)
  const game = await makeGame(instance, { ...swim, start_date: new Date(Date.now() + 240_000).toISOString() })
  await page.goto('/games')
  const own = card(page, game.title)
  await expect(own.getByText(/^Opens /)).toBeVisible()
  await expect(own.getByText('Entries open when the game starts.')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Submit Square' })).toHaveCount(0)
  await answered()
  await page.clock.fastForward(241_000)
  await expect(own.getByRole('button', { name: 'Submit Square' })).toBeVisible()
})

test('after its end a game is closed until its result is posted', async ({ page, instance, signIn }) => {
  const times = { start_date: hoursFromNow(-2), end_date: hoursFromNow(-1) }
  const [lake, jury] = [
    await makeGame(instance, { ...swim, ...times }),
    await makeGame(instance, { ...carp, ...times }),
  ]
  await signIn(await instance.register())
  await page.goto('/games')
  for (const own of [card(page, lake.title), card(page, jury.title)]) {
    await expect(own.getByText('Closed for entries')).toBeVisible()
    await expect(own.getByText('You did not enter this game.')).toBeVisible()
    await expect(own.getByText('The result is posted here when the team completes the game.')).toBeVisible()
    await expect(own.getByRole('button', { name: /^Submit/ })).toHaveCount(0)
  }
})

test('what others do shows up within about a minute: entries, a result, a game called off', async ({
  page,
  instance,
  signIn,
}) => {
  const other = await instance.register()
  const [game, off] = [await makeGame(instance, swim), await makeGame(instance, weight)]
  await signIn(await instance.register())
  await page.clock.install()
  const answered = answersOf(page)
  await page.goto('/games')
  const own = card(page, game.title)
  await expect(own.getByText('No entries yet.')).toBeVisible()
  await expect(card(page, off.title)).toBeVisible()
  const member = await instance.signedIn(other)
  await member
    .from('game_entries')
    .insert({ game_id: game.id, user_id: other.id, entry_data: { square: 47 } })
    .throwOnError()
  await off.become('cancelled')
  await answered()
  await page.clock.fastForward(75_000)
  await expect(own.getByText('1 entry')).toBeVisible()
  await expect(card(page, off.title)).toHaveCount(0)
  await game.complete()
  await answered()
  await page.clock.fastForward(75_000)
  await expect(own.getByText('Winning square: 47')).toBeVisible()
  await expect(own.getByText(other.username)).toBeVisible()
})

test('without games the page says so', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.route('**/rest/v1/games?**', (route) => route.fulfill({ json: [] }))
  await page.goto('/games')
  await expect(page.getByText('No games available yet.')).toBeVisible()
})

for (const theme of ['light', 'dark'] as const)
  test.describe(`in the ${theme} theme at 320 pixels`, () => {
    test.use({ colorScheme: theme, viewport: { width: 320, height: 640 } })

    test('axe finds nothing and nothing scrolls sideways', async ({ page, instance, signIn }) => {
      const games = [await makeGame(instance, swim), await makeGame(instance, carp), await makeGame(instance, weight)]
      await games[2]?.complete()
      // The boards of all the other stories would keep axe busy for a minute.
      await page.route('**/rest/v1/games?**', (route) =>
        route.continue({ url: `${route.request().url()}&id=in.(${games.map(({ id }) => id)})` }),
      )
      await signIn(await instance.register())
      await page.goto('/games')
      for (const { title } of games) await expect(card(page, title)).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    })
  })

test.describe('when the call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|submit|uploadGamePhoto|loadGames/i })

  test('a photo that cannot be uploaded or sent says so and goes out with the next try', async ({
    page,
    instance,
    signIn,
  }) => {
    const game = await makeGame(instance, carp)
    await signIn(await instance.register())
    await page.goto('/games')
    const own = card(page, game.title)
    const mendUpload = await failCalls(page, '**/storage/v1/object/game-photos/**')
    await own.getByLabel('Your photo', { exact: true }).setInputFiles(await photo())
    await expect(own.getByText('Failed to upload game photo')).toBeVisible()
    await mendUpload()
    await own.getByRole('button', { name: 'Retry' }).click()
    await expect(own.getByRole('img', { name: 'Your photo' })).toBeVisible()
    const mendEntry = await failCalls(page, '**/rest/v1/game_entries**', 'POST')
    await own.getByRole('button', { name: 'Submit Photo' }).click()
    await expect(own.getByText('Failed to submit photo')).toBeVisible()
    await mendEntry()
    await own.getByRole('button', { name: 'Submit Photo' }).click()
    await expect(own.getByText('You are in.')).toBeVisible()
  })

  test('a file that is no picture, or too large, is refused in the words of the house', async ({
    page,
    instance,
    signIn,
  }) => {
    const game = await makeGame(instance, carp)
    await signIn(await instance.register())
    await page.goto('/games')
    const field = card(page, game.title).getByLabel('Your photo', { exact: true })
    await field.setInputFiles({ name: 'carp.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await expect(page.getByText('Invalid file type. Please upload a JPEG, PNG, or WebP image.')).toBeVisible()
    const { buffer } = await photo()
    const large = Buffer.concat([buffer, Buffer.alloc(5 * 1024 * 1024 + 1)])
    await field.setInputFiles({ name: 'carp.jpg', mimeType: 'image/jpeg', buffer: large })
    await expect(page.getByText('File too large. Maximum size is 5MB.')).toBeVisible()
  })

  test('an entry into a game that has just closed is refused with its reason', async ({ page, instance, signIn }) => {
    const game = await makeGame(instance, swim)
    await signIn(await instance.register())
    await page.goto('/games')
    const own = card(page, game.title)
    await own.getByRole('gridcell', { name: '12', exact: true }).click()
    await game.admin
      .from('games')
      .update({ end_date: hoursFromNow(-0.5) })
      .eq('id', game.id)
      .throwOnError()
    await own.getByRole('button', { name: 'Submit Square' }).click()
    await expect(own.getByText('Closed for entries')).toBeVisible()
    await expect(own.getByRole('button', { name: 'Submit Square' })).toHaveCount(0)
  })

  test('games that cannot be loaded say so and are loaded with the next try', async ({ page, instance, signIn }) => {
    const game = await makeGame(instance, swim)
    await signIn(await instance.register())
    const mend = await failCalls(page, '**/rest/v1/games?**')
    await page.goto('/games')
    await expect(page.getByText('Failed to load games')).toBeVisible({ timeout: 15_000 })
    await mend()
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(card(page, game.title)).toBeVisible()
  })

  test('who entered can be asked for again', async ({ page, instance, signIn }) => {
    const game = await makeGame(instance, weight)
    const member = await instance.register()
    const api = await instance.signedIn(member)
    const entry = { game_id: game.id, user_id: member.id, entry_data: { weight: 12 } }
    await api.from('game_entries').insert(entry).throwOnError()
    await signIn(await instance.register())
    const mend = await failCalls(page, '**/rpc/game_entrants**')
    await page.goto('/games')
    const own = card(page, game.title)
    await own.getByText('1 entry').click()
    await expect(own.getByText('Failed to load games')).toBeVisible({ timeout: 15_000 })
    await mend()
    await own.getByRole('button', { name: 'Retry' }).click()
    await expect(own.getByText(member.username)).toBeVisible()
  })

  for (const { what, fields, button, text } of [
    { what: 'square', fields: swim, button: 'Submit Square', text: 'Failed to submit square' },
    { what: 'guess', fields: weight, button: 'Submit Guess', text: 'Failed to submit guess' },
  ])
    test(`a ${what} that cannot be sent says so and goes out with the next try`, async ({ page, instance, signIn }) => {
      const game = await makeGame(instance, fields)
      await signIn(await instance.register())
      await page.goto('/games')
      const own = card(page, game.title)
      if (what === 'square') await own.getByRole('gridcell', { name: '12', exact: true }).click()
      else await own.getByLabel('Weight in lbs').fill('12')
      const broken = (route: import('@playwright/test').Route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } })
          : route.fallback()
      await page.route('**/rest/v1/game_entries**', broken)
      await own.getByRole('button', { name: button }).click()
      await expect(own.getByText(text)).toBeVisible()
      await page.unroute('**/rest/v1/game_entries**', broken)
      await own.getByRole('button', { name: button }).click()
      await expect(own.getByText('You are in.')).toBeVisible()
    })
})
