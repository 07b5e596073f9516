import type { Page } from '@playwright/test'
import { openConsole } from './support/console.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })
test.use({ siteOf: 'levels' })

const VIEWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
const LONGEST = 'Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww'
const level = (page: Page, number: number) => page.getByRole('group', { name: `Level ${number}`, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save levels' })

test('a member sees their level and the way to the next one, and what gifts do not count', async ({
  page,
  instance,
  signIn,
}) => {
  const [account, friend] = [await instance.register(), await instance.register()]
  await instance.givePoints(account, 180)
  const own = await instance.signedIn(account)
  await own.from('point_gifts').insert({ from_user_id: account.id, to_user_id: friend.id, points: 150 }).throwOnError()
  await signIn(account)
  await page.goto('/dashboard')
  await expect(page.getByText('Level Float Watcher · 120 points to Line Setter')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save picture of your level' }).click()
  expect((await saving).suggestedFilename()).toBe('my-level.jpg')
  await page.goto(`/members/${friend.username}`)
  await expect(page.getByRole('region', { name: 'About the member' })).toContainText('Level Bank Walker')
  await page.goto('/profile')
  await expect(page.getByText('Level Float Watcher')).toBeVisible()
  // Points that are earned while the page is open.
  await page.goto('/dashboard')
  await instance.givePoints(account, 12_000)
  await expect(page.getByText('Level Bankside Legend · Highest level')).toBeVisible()
})

test('an admin renames, adds and removes levels, and a member has the new one', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await instance.givePoints(account, 620)
  await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
  await expect(page.getByRole('group', { name: /^Level \d+$/ })).toHaveCount(10)
  await expect(save(page)).toBeDisabled()
  await level(page, 3).getByLabel('Level', { exact: true }).fill('Rod Bender')
  await page.getByRole('button', { name: 'Remove level Bait Mixer' }).click()
  await page.getByRole('button', { name: 'Add level' }).click()
  await expect(level(page, 10).getByLabel('Level', { exact: true })).toBeFocused()
  await page.keyboard.type(LONGEST)
  await level(page, 10).getByLabel('From points').fill('600')
  await save(page).dblclick()
  await expect(page.getByText('Levels updated successfully!')).toBeVisible()
  // In the order of their points.
  await expect(level(page, 4).getByLabel('Level', { exact: true })).toHaveValue(LONGEST)
  await page.reload()
  await expect(level(page, 3).getByLabel('Level', { exact: true })).toHaveValue('Rod Bender')
  for (const size of VIEWS) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
  }
  await expectAccessibleInBothThemes(page)
  await page.goto('/admin/audit')
  await expect(page.getByText(/changed the levels/).first()).toBeVisible()

  await signIn(account)
  for (const size of VIEWS) {
    await page.setViewportSize(size)
    await page.goto('/dashboard')
    await expect(page.getByText(`Level ${LONGEST} · 880 points to Swim Reader`)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.goto(`/members/${account.username}`)
    await expect(page.getByRole('region', { name: 'About the member' })).toContainText(`Level ${LONGEST}`)
    await expectNoSidewaysScroll(page)
    await page.goto('/profile')
    await expect(page.getByText(`Level ${LONGEST}`)).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})

test('what is wrong with a level is said at its field', async ({ page, instance, signIn }) => {
  await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
  await level(page, 1).getByLabel('From points').fill('5')
  await save(page).click()
  await expect(level(page, 1).getByText('The first level starts at 0')).toBeVisible()
  await expect(level(page, 1).getByLabel('From points')).toBeFocused()
  await level(page, 1).getByLabel('From points').fill('0')
  await level(page, 2).getByLabel('Level', { exact: true }).fill('Bank Walker')
  await save(page).click()
  await expect(level(page, 2).getByText('Another level has this name')).toBeVisible()
})

test.describe('when another admin was first', () => {
  test.use({ expectedErrors: /400/ })

  test('the second is warned, and overwrites nothing', async ({ page, instance, signIn }) => {
    await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
    await level(page, 2).getByLabel('Level', { exact: true }).fill('Mine')
    const other = await instance.signedIn(instance.bailiff)
    const { data } = await other.from('levels').select('name, points, updated_at').order('points').throwOnError()
    const levels = data.map(({ name, points }, at) => ({ name: at === 1 ? 'Theirs' : name, points }))
    await other.rpc('save_levels', { levels, seen: String(data[0]?.updated_at) }).throwOnError()
    await save(page).click()
    await expect(page.getByText('Someone else changed this in the meantime')).toBeVisible()
    await expect(level(page, 2).getByLabel('Level', { exact: true })).toHaveValue('Mine')
    const { data: now } = await other.from('levels').select('name').order('points').throwOnError()
    expect(now[1]?.name).toBe('Theirs')
  })
})

test('a member below the first hundred sees who is near them', async ({ page, instance, signIn }) => {
  test.slow()
  const account = await instance.register()
  await instance.givePoints(account, 40)
  const admin = await instance.signedIn(instance.bailiff)
  const { data: own } = await admin
    .from('profiles')
    .select('username, points')
    .eq('id', account.id)
    .single()
    .throwOnError()
  const row = (username: string, points: number) => ({ rank: 1, username, avatar_url: '', badge_count: 0, points })
  // A ranking of a large club: a hundred members with more points.
  const hundred = Array.from({ length: 100 }, (_, at) => ({ ...row(`Angler ${at}`, 5000 - at), rank: at + 1 }))
  await page.route('**/rest/v1/leaderboard?**', (route) => route.fulfill({ json: hundred }))
  const [above, below] = [await instance.register(), await instance.register()]
  await instance.givePoints(above, 55)
  await instance.givePoints(below, 30)
  await page.routeWebSocket('**/realtime/v1/**', () => {})
  await signIn(account)
  for (const size of VIEWS) {
    await page.setViewportSize(size)
    await page.goto('/leaderboard')
    const near = page.getByRole('region', { name: 'Near you' })
    await expect(near.getByRole('listitem').filter({ hasText: above.username })).toContainText('15 ahead')
    await expect(near.getByRole('listitem').filter({ hasText: below.username })).toContainText('10 behind')
    await expect(near.getByRole('listitem').filter({ hasText: 'You' })).toContainText(own.username)
    await expectNoSidewaysScroll(page)
  }
  await expectAccessibleInBothThemes(page)
})
