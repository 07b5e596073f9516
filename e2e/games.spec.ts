import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Instance } from './support/instance.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

const HOUR_MS = 3_600_000

/** A game of the admin's that is on from an hour ago until in an hour; the title is its own. */
async function makeGame(instance: Instance, fields: { type: string; metadata?: object }) {
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
  const complete = () => admin.from('games').update({ status: 'completed' }).eq('id', data.id).throwOnError()
  return { ...data, complete }
}

const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })

const swim = { type: 'pick_swim', metadata: { winning_square: 47 } }
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
      const game = await makeGame(instance, swim)
      await signIn(await instance.register())
      await page.goto('/games')
      await expect(card(page, game.title)).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    })
  })

test.describe('when the call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|submit|loadGames/i })

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
