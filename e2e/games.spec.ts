import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { answersOf } from './support/answered.ts'
import { keepDeviceClock } from './support/clock.ts'
import { failCalls } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const HOUR_MS = 3_600_000

/** Creates a game as the admin, open from an hour ago until in an hour, with a unique title. */
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
  instance.atEnd(() => admin.from('games').delete().eq('id', data.id).throwOnError())
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

test('a member picks a square, has one entry after a double click, and can verify the result', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  const game = await makeGame(instance, swim)
  await signIn(account)
  await page.goto('/games')
  const own = card(page, game.title)
  await own.getByRole('button', { name: 'Submit square' }).click()
  await expect(own.getByText('Please select a square')).toBeVisible()
  await own.getByRole('gridcell', { name: '47', exact: true }).click()
  await own.getByRole('button', { name: 'Submit square' }).dblclick()
  await expect(own.getByText('You’re in')).toBeVisible()
  await expect(own.getByText('Your square: 47')).toBeVisible()
  const member = await instance.signedIn(account)
  const { data } = await member.from('game_entries').select('entry_data').eq('game_id', game.id)
  expect(data).toEqual([{ entry_data: { square: 47 } }])

  await game.complete()
  await page.reload()
  await expect(own.getByText('Winning square: 47')).toBeVisible()
  await own.getByRole('button', { name: 'Verify result' }).click()
  await expect(own.getByText('Verified: this is the answer that was sealed before the first entry.')).toBeVisible()
})

test('the board can be played with the keyboard alone', async ({ page, instance, signIn }) => {
  const game = await makeGame(instance, swim)
  await signIn(await instance.register())
  await page.goto('/games')
  const own = card(page, game.title)
  await own.getByRole('gridcell', { name: '1', exact: true }).focus()
  for (const key of ['ArrowRight', 'ArrowDown', 'End', 'PageDown']) await page.keyboard.press(key)
  await expect(own.getByRole('gridcell', { name: '70', exact: true })).toBeFocused()
  await expect(own.getByRole('gridcell', { selected: true })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await own.getByRole('button', { name: 'Submit square' }).press('Enter')
  await expect(own.getByText('Your square: 70')).toBeVisible()
  await expect(own.getByText('You’re in')).toBeFocused()
})

test('a member guesses the weight and sees the outcome', async ({ page, instance, signIn }) => {
  const game = await makeGame(instance, weight)
  await signIn(await instance.register())
  await page.goto('/games')
  const own = card(page, game.title)
  // The readout shows a plausible weight, but it is not yet a guess.
  await expect(own.getByPlaceholder('24.0')).toHaveValue('')
  const hint = own.getByText('No guess yet. The buttons start at 24.0 lbs.')
  await expect(hint).toBeVisible()
  await expect(own.getByText('24 lb 0 oz')).toHaveCount(0)
  await own.getByRole('button', { name: 'Submit guess' }).click()
  await expect(own.getByText('Please enter a weight')).toBeVisible()
  await own.getByRole('button', { name: 'Increase by 0.1' }).click()
  await expect(own.getByLabel('Weight in lbs')).toHaveValue('24.1')
  await expect(hint).toHaveCount(0)
  await own.getByLabel('Weight in lbs').fill('28.5')
  await own.getByRole('button', { name: 'Submit guess' }).click()
  await expect(own.getByText('Your guess: 28.5 lbs')).toBeVisible()
  await game.complete()
  await page.reload()
  await own.getByRole('button', { name: 'Verify result' }).click()
  await expect(own.getByText('Verified: this is the answer that was sealed before the first entry.')).toBeVisible()
  await expect(own.getByText('You won.')).toBeVisible()
})

test('entrants can be listed without their guesses, and the card shows the four newest', async ({
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
  await expect(own.locator('summary .avatar')).toHaveCount(4)
  await own.getByText('5 entries').click()
  for (const { username } of entrants) await expect(own.getByText(username)).toBeVisible()
  await expect(own.getByText('31.25')).toHaveCount(0)
})

test('what a member has typed and opened stays while other games come and go, and entries arrive', async ({
  page,
  instance,
  signIn,
}) => {
  // They end after those of the other stories, whose cards therefore stay where they are.
  const game = await makeGame(instance, { ...weight, end_date: hoursFromNow(30) })
  const [other, later] = [await instance.register(), await instance.register()]
  const enter = async (account: Account) => {
    const row = { game_id: game.id, user_id: account.id, entry_data: { weight: 31.25 } }
    await (await instance.signedIn(account)).from('game_entries').insert(row).throwOnError()
  }
  await enter(other)
  await signIn(await instance.register())
  await page.goto('/games')
  const own = card(page, game.title)
  await own.getByText('1 entry').click()
  await own.getByLabel('Weight in lbs').fill('28.5')
  await expect(own.getByText(other.username)).toBeVisible()

  const stays = async () => {
    await expect(own.getByLabel('Weight in lbs')).toHaveValue('28.5')
    await expect(own.getByText(other.username)).toBeVisible()
  }
  const sooner = await makeGame(instance, { ...weight, end_date: hoursFromNow(29) })
  await expect(card(page, sooner.title)).toBeVisible()
  await stays()
  const soonest = await makeGame(instance, { ...weight, end_date: hoursFromNow(28) })
  await expect(card(page, soonest.title)).toBeVisible()
  await stays()
  await sooner.become('cancelled')
  await expect(card(page, sooner.title)).toHaveCount(0)
  await stays()
  await enter(later)
  await expect(own.getByText('2 entries')).toBeVisible()
  await expect(own.getByText(later.username)).toBeVisible()
  await stays()
  await game.admin
    .from('games')
    .update({ end_date: hoursFromNow(50) })
    .eq('id', game.id)
    .throwOnError()
  await expect(own.getByText(/^2 days/)).toBeVisible()
  await stays()
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: height / 2, height: width })
  await stays()
})

for (const motion of ['no-preference', 'reduce'] as const)
  test(`the entry takes the place of its controls and gets the focus, announced once, motion: ${motion}`, async ({
    page,
    instance,
    signIn,
  }) => {
    await page.emulateMedia({ reducedMotion: motion })
    const [game, next] = [await makeGame(instance, weight), await makeGame(instance, swim)]
    await page.route('**/rest/v1/games?**', (route) =>
      route.continue({ url: `${route.request().url()}&id=in.(${game.id},${next.id})` }),
    )
    await signIn(await instance.register())
    await page.goto('/games')
    const own = card(page, game.title)
    await own.getByLabel('Weight in lbs').fill('31.4')
    await own.getByRole('button', { name: 'Submit guess' }).press('Enter')
    await expect(own.getByText('You’re in')).toBeFocused()
    await expect(page.getByText('You’re in')).toHaveCount(1)
    await expect(own.getByText(/^Your guess is saved\. The closest guess wins when the game closes /)).toBeVisible()
    await own.getByRole('link', { name: `Next: ${next.title}` }).click()
    await expect(card(page, next.title).getByRole('heading')).toBeFocused()
    await expect(page).toHaveURL(/\/games$/)
  })

test('the chips lead to the bands of the page', async ({ page, instance, signIn }) => {
  const later = await makeGame(instance, { ...carp, start_date: hoursFromNow(30), end_date: hoursFromNow(60) })
  await makeGame(instance, weight)
  await signIn(await instance.register())
  await page.goto('/games')
  await expect(card(page, later.title)).toBeVisible()
  const chips = page.getByRole('navigation', { name: 'Games on this page' })
  await chips.getByRole('link', { name: /^Coming up \d+$/ }).click()
  const heading = page.getByRole('heading', { name: 'Coming up' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
})

test('a member enters a photo, others see it, and the place set by an admin is shown with its points', async ({
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
  await expect(own.getByRole('button', { name: 'Submit photo' })).toBeDisabled()
  await own.getByLabel('Your photo', { exact: true }).setInputFiles(await photo())
  await expect(own.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await page.reload()
  await expect(own.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await own.getByRole('button', { name: 'Submit photo' }).dblclick()
  await expect(own.getByText('You’re in')).toBeVisible()
  await expect(own.getByRole('img', { name: 'Your entry' })).toBeVisible()
  await own.getByText('1 entry').click()
  await expect(own.getByRole('img', { name: `Photo by ${account.username}` })).toBeVisible()

  await game.admin.from('game_entries').update({ winner_place: 2 }).eq('game_id', game.id).throwOnError()
  await game.complete()
  await page.reload()
  await expect(own.getByText('Completed')).toBeVisible()
  await expect(own.getByRole('figure').getByRole('img', { name: `Photo by ${account.username}` })).toBeVisible()
  await expect(own.getByRole('listitem')).toContainText(`${account.username}+200`)
  await expect(own.getByText('Your place: 2.')).toBeVisible()
  const { data } = await game.admin.from('points_log').select('kind, points_change').eq('user_id', account.id)
  expect(data).toEqual([{ kind: 'game', points_change: 200 }])
})

test('before its start a game shows when it opens, and it opens without a reload', async ({
  page,
  instance,
  signIn,
}) => {
  await signIn(await instance.register())
  // A reload that a live change of another game started would be cut off by the jump of the clock.
  await page.routeWebSocket('**/realtime/**', () => {})
  await page.clock.install()
  await keepDeviceClock(page)
  const answered = answersOf(page)
  const game = await makeGame(instance, { ...swim, start_date: new Date(Date.now() + 240_000).toISOString() })
  await page.goto('/games')
  const own = card(page, game.title)
  await expect(own.getByText(/Opens \w+day,? .*\d\d/)).toBeVisible()
  await expect(own.getByRole('button', { name: 'Submit square' })).toHaveCount(0)
  await answered()
  await page.clock.fastForward(241_000)
  await expect(own.getByRole('button', { name: 'Submit square' })).toBeVisible()
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
    await expect(own.getByText('Entries closed')).toBeVisible()
    await expect(own.getByText('You did not enter this game.')).toBeVisible()
    await expect(own.getByText('The result appears here once an admin completes the game.')).toBeVisible()
    await expect(own.getByRole('button', { name: /^Submit/ })).toHaveCount(0)
  }
})

test.describe('with a clock that leaps', () => {
  // On a busy machine, an answer may not have reached the page before a leap, which then aborts its request.
  test.use({ expectedErrors: /AbortError: signal is aborted/ })

  test('changes by others appear within about a minute: entries, a result, a cancelled game', async ({
    page,
    instance,
    signIn,
  }) => {
    const other = await instance.register()
    const [game, off] = [await makeGame(instance, swim), await makeGame(instance, weight)]
    await signIn(await instance.register())
    // Without live messages, which would bring the changes at once.
    await page.routeWebSocket('**/realtime/**', () => {})
    await page.clock.install()
    await keepDeviceClock(page)
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
})

test('a device whose clock is two days ahead shows an open game with its true closing time', async ({
  page,
  instance,
  signIn,
}) => {
  const game = await makeGame(instance, { ...swim, end_date: hoursFromNow(8.5) })
  await signIn(await instance.register())
  await page.clock.install({ time: Date.now() + 48 * HOUR_MS })
  let renewals = 0
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals += 1
  })
  await page.goto('/games')
  const own = card(page, game.title)
  await expect(own.getByText(/^8 h (29|30) min$/)).toBeVisible()
  await expect(own.getByText(/^(Today|\w{3},? \w+ \w+), \d+:\d\d/)).toBeVisible()
  await expect(own.getByText(/ Time$/)).toBeVisible()
  await own.getByRole('gridcell', { name: '5', exact: true }).click()
  await own.getByRole('button', { name: 'Submit square' }).click()
  await expect(own.getByText('Your square: 5')).toBeVisible()
  // The token from before ended long ago by this clock; the new one does not.
  expect(renewals).toBe(1)
})

for (const width of [390, 1280])
  test(`games are ordered by closing time, with ended ones last, at ${width} pixels`, async ({
    page,
    instance,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const games = {
      ended: await makeGame(instance, { ...weight, start_date: hoursFromNow(-9), end_date: hoursFromNow(-1) }),
      later: await makeGame(instance, { ...weight, start_date: hoursFromNow(1), end_date: hoursFromNow(2) }),
      week: await makeGame(instance, { ...swim, end_date: hoursFromNow(160) }),
      tonight: await makeGame(instance, { ...weight, end_date: hoursFromNow(5) }),
    }
    const { ended, later, week, tonight } = games
    const wanted = [tonight, week, later, ended]
    await signIn(await instance.register())
    await page.goto('/games')
    await expect(card(page, ended.title)).toBeVisible()
    const mine = wanted.map(({ title }) => title)
    const shown = async () => {
      const titles = await page.getByRole('article').getByRole('heading', { level: 3 }).allTextContents()
      return titles.filter((title) => mine.includes(title))
    }
    // Games of other stories come and go while the page is read.
    await expect.poll(shown).toEqual(mine)
  })

test('entries of the club team are marked, and entrants see how a game was corrected', async ({
  page,
  instance,
  signIn,
}) => {
  const game = await makeGame(instance, { ...carp, title: `Crap of the week ${randomUUID().slice(0, 6)}` })
  const me = (await game.admin.auth.getUser()).data.user
  const path = `${me?.id}/${Date.now()}.jpg`
  await game.admin.storage.from('game-photos').upload(path, (await photo()).buffer, { contentType: 'image/jpeg' })
  const photo_url = game.admin.storage.from('game-photos').getPublicUrl(path).data.publicUrl
  await game.admin
    .from('game_entries')
    .insert({ game_id: game.id, user_id: me?.id ?? '', photo_url })
    .throwOnError()
  const title = game.title.replace('Crap', 'Carp')
  await game.admin
    .from('games')
    .update({ title, end_date: hoursFromNow(9) })
    .eq('id', game.id)
    .throwOnError()
  await signIn(await instance.register())
  await page.goto('/games')
  const own = card(page, title)
  await expect(own.getByText(`title (was “${game.title}”)`)).toBeVisible()
  await expect(own.getByText(/closing time \(was \w+day/)).toBeVisible()
  await own.getByText('1 entry').click()
  await expect(own.getByRole('listitem').filter({ hasText: String(me?.user_metadata.username) })).toContainText(
    'Club team',
  )
})

test.describe('when one row cannot be shown', () => {
  test.use({ expectedErrors: /row|React error|Objects are not valid|above error/ })

  test('the other games are shown, with a message in the place of that row', async ({ page, instance, signIn }) => {
    const [good, bad] = [await makeGame(instance, swim), await makeGame(instance, weight)]
    // A reload that a live change started would still be running at the end.
    await page.routeWebSocket('**/realtime/**', () => {})
    await page.route('**/rest/v1/games?**', async (route) => {
      const response = await route.fetch()
      const rows: { id: string }[] = await response.json()
      await route.fulfill({
        response,
        json: rows.map((row) => (row.id === bad.id ? { ...row, title: { not: 'a text' } } : row)),
      })
    })
    await signIn(await instance.register())
    await page.goto('/games')
    await expect(card(page, good.title).getByRole('button', { name: 'Submit square' })).toBeVisible()
    await expect(page.getByText('This entry cannot be shown.')).toBeVisible()
  })
})

test('shows a message without games', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.route('**/rest/v1/games?**', (route) => route.fulfill({ json: [] }))
  await page.goto('/games')
  await expect(page.getByText('No games available yet.')).toBeVisible()
})

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('axe finds nothing in either theme, and nothing scrolls sideways', async ({ page, instance, signIn }) => {
    const games = [await makeGame(instance, swim), await makeGame(instance, carp), await makeGame(instance, weight)]
    await games[2]?.complete()
    // axe would need a minute for the boards of all other stories.
    await page.route('**/rest/v1/games?**', (route) =>
      route.continue({ url: `${route.request().url()}&id=in.(${games.map(({ id }) => id)})` }),
    )
    await signIn(await instance.register())
    await page.goto('/games')
    for (const { title } of games) await expect(card(page, title)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
  })
})

test.describe('when the call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|submit|uploadGamePhoto|loadGames/i })

  test('reports a photo that cannot be uploaded or sent, and sends it at the next try', async ({
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
    await own.getByRole('button', { name: 'Submit photo' }).click()
    await expect(own.getByText('Failed to submit photo')).toBeVisible()
    await mendEntry()
    await own.getByRole('button', { name: 'Submit photo' }).click()
    await expect(own.getByText('You’re in')).toBeVisible()
  })

  test('a file that is not a picture, or too large, is refused with the specified message', async ({
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

  test('an entry into a game that closed without the page noticing is refused with its reason', async ({
    page,
    instance,
    signIn,
  }) => {
    const game = await makeGame(instance, swim)
    // With live changes, the page would close the form by itself.
    await page.routeWebSocket('**/realtime/**', () => {})
    await signIn(await instance.register())
    await page.goto('/games')
    const own = card(page, game.title)
    await own.getByRole('gridcell', { name: '12', exact: true }).click()
    await game.admin
      .from('games')
      .update({ end_date: hoursFromNow(-0.5) })
      .eq('id', game.id)
      .throwOnError()
    await own.getByRole('button', { name: 'Submit square' }).click()
    await expect(own.getByText('Entries closed')).toBeVisible()
    await expect(own.getByRole('button', { name: 'Submit square' })).toHaveCount(0)
  })

  test('reports games that cannot be loaded, and loads them at the next try', async ({ page, instance, signIn }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const game = await makeGame(instance, swim)
    await signIn(await instance.register())
    const restore = await failCalls(page, '**/rest/v1/games?**')
    await page.goto('/games')
    await expect(page.getByText('Failed to load games')).toBeVisible({ timeout: 15_000 })
    await restore()
    await expect(page.getByRole('heading', { name: 'Failed to load games' })).toBeFocused()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, game.title)).toBeVisible()
  })

  test('the list of entrants can be loaded again', async ({ page, instance, signIn }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const game = await makeGame(instance, weight)
    const member = await instance.register()
    const api = await instance.signedIn(member)
    const entry = { game_id: game.id, user_id: member.id, entry_data: { weight: 12 } }
    await api.from('game_entries').insert(entry).throwOnError()
    await signIn(await instance.register())
    const restore = await failCalls(page, '**/rpc/game_entrants**')
    await page.goto('/games')
    const own = card(page, game.title)
    await own.getByText('1 entry').click()
    await expect(own.getByText('Failed to load games')).toBeVisible({ timeout: 15_000 })
    await restore()
    await own.getByRole('button', { name: 'Retry' }).click()
    await expect(own.getByText(member.username)).toBeVisible()
  })

  for (const { what, fields, button, text } of [
    { what: 'square', fields: swim, button: 'Submit square', text: 'Failed to submit square' },
    { what: 'guess', fields: weight, button: 'Submit guess', text: 'Failed to submit guess' },
  ])
    test(`a ${what} that cannot be sent is reported, and sent at the next try`, async ({ page, instance, signIn }) => {
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
      await expect(own.getByText('You’re in')).toBeVisible()
    })
})
