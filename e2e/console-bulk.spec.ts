import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dialog, openConsole } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })
test.use({ siteOf: 'console-bulk' })

const unique = (name: string) => `${name}_${randomUUID().slice(0, 8)}`
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by username or email' })
const box = (page: Page, { username }: Account) => page.getByRole('checkbox', { name: `Select ${username}` })
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const count = (page: Page) => bar(page).getByRole('button', { name: /selected$/ })
const action = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text)

/** Finds a member by name, as one does who looks for helpers one after another, and selects them. */
async function pick(page: Page, account: Account): Promise<void> {
  await search(page).fill(account.username)
  await box(page, account).check()
}

async function makeBadge(instance: Instance): Promise<{ id: string; name: string }> {
  const admin = await instance.signedIn(instance.bailiff)
  const badge = { name: unique('Friend'), description: 'Helped at the lake' }
  return (await admin.from('badges').insert(badge).select('id, name').single().throwOnError()).data
}

/** IDs of the members who hold a badge, from the database. */
const holders = async (instance: Instance, badgeId: string) => {
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin.from('user_badges').select('user_id').eq('badge_id', badgeId).throwOnError()
  return data.map((row) => row.user_id).sort()
}
const ids = (...accounts: Account[]) => accounts.map(({ id }) => id).sort()

/** Points and reasons of members in the ledger, from the database. */
const ledger = async (instance: Instance, ...accounts: Account[]) => {
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('points_log')
    .select('user_id, points_change, reason')
    .in('user_id', ids(...accounts))
    .order('user_id')
    .throwOnError()
  return data
}
const twoNew = async (instance: Instance): Promise<[Account, Account]> => [
  await instance.register(unique('helper')),
  await instance.register(unique('helper')),
]

/** Lets calls be carried out, and loses their answers. */
async function loseAnswers(page: Page, table: string): Promise<() => Promise<void>> {
  const pattern = `**/rest/v1/${table}**`
  await page.route(pattern, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  return () => page.unroute(pattern)
}

test('members found by several searches get a badge together, and those who have it are left out', async ({
  page,
  instance,
  signIn,
}) => {
  const [first, second] = await twoNew(instance)
  const had = await instance.register(unique('helper'))
  const badge = await makeBadge(instance)
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('user_badges').insert({ badge_id: badge.id, user_id: had.id }).throwOnError()
  await openConsole({ page, signIn, instance }, 'users', 'Users')
  await expect(bar(page)).toHaveCount(0)
  for (const account of [first, second, had]) await pick(page, account)
  await expect(count(page)).toHaveText('3 selected')
  await expect(toast(page, '3 selected')).toBeAttached()
  await search(page).fill(first.username)
  await expect(box(page, first)).toBeChecked()
  await page.getByRole('button', { name: 'User', exact: true }).click()
  await expect(count(page)).toHaveText('3 selected')

  await action(page, 'Award badge').click()
  const form = dialog(page, 'Award a badge')
  await expect(form.getByLabel('Badge')).toBeFocused()
  await expect(form.getByRole('button', { name: 'Award badge' })).toBeDisabled()
  await form.getByLabel('Badge').selectOption(badge.id)
  await expect(form.getByText('2 members get it:')).toContainText(first.username)
  await expect(form.getByText(`Left out: ${had.username} already has it.`)).toBeVisible()
  await form.getByRole('button', { name: 'Award badge' }).dblclick()
  await expect(toast(page, `${badge.name} was awarded to 2 members. 1 already had it.`)).toBeVisible()
  expect(await holders(instance, badge.id)).toEqual(ids(first, second, had))

  // They stay selected: the helpers are also to get points.
  await expect(count(page)).toHaveText('3 selected')
  await action(page, 'Award badge').click()
  await form.getByLabel('Badge').selectOption(badge.id)
  await expect(form.getByText('Nobody gets it.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Award badge' })).toBeDisabled()
})

test.describe('when answers are lost', () => {
  test.use({ expectedErrors: /Failed to load resource|badge|Points|Error/i })

  test('a badge is awarded to nobody twice', async ({ page, instance, signIn }) => {
    const [first, second] = await twoNew(instance)
    const badge = await makeBadge(instance)
    await openConsole({ page, signIn, instance }, 'users', 'Users')
    for (const account of [first, second]) await pick(page, account)
    await action(page, 'Award badge').click()
    const form = dialog(page, 'Award a badge')
    await form.getByLabel('Badge').selectOption(badge.id)
    const mend = await loseAnswers(page, 'user_badges')
    await form.getByRole('button', { name: 'Award badge' }).click()
    await expect(form.getByText('Failed to award badge')).toBeVisible({ timeout: 15_000 })
    await expect(form.getByText('2 members get it:')).toBeVisible()
    await mend()
    await form.getByRole('button', { name: 'Award badge' }).click()
    await expect(toast(page, `${badge.name} was awarded to 2 members.`)).toBeVisible()
    expect(await holders(instance, badge.id)).toEqual(ids(first, second))
    const admin = await instance.signedIn(instance.bailiff)
    const { data } = await admin
      .from('newsfeed_posts')
      .select('user_id')
      .in('user_id', ids(first, second))
      .throwOnError()
    expect(data).toHaveLength(2)
  })

  test('points are given to everyone once', async ({ page, instance, signIn }) => {
    const [first, second] = await twoNew(instance)
    await openConsole({ page, signIn, instance }, 'users', 'Users')
    for (const account of [first, second]) await pick(page, account)
    await action(page, 'Give points').click()
    const form = dialog(page, 'Give points')
    await expect(form.getByLabel('Points change')).toBeFocused()
    await form.getByRole('button', { name: 'Give points' }).click()
    await expect(form.getByText('Enter a number of points other than 0')).toBeVisible()
    await form.getByLabel('Points change').fill('50')
    await expect(form.getByText('Each of 2 members gets 50 points, 100 in all.')).toBeVisible()
    await form.getByLabel('Reason').fill('Litter pick')
    const mend = await loseAnswers(page, 'points_log')
    await form.getByRole('button', { name: 'Give points' }).click()
    await expect(form.getByText('You can try again: nothing will be recorded twice.')).toBeVisible({ timeout: 15_000 })
    await expect(form.getByLabel('Reason')).toHaveValue('Litter pick')
    await mend()
    await form.getByRole('button', { name: 'Give points' }).click()
    await expect(
      toast(page, 'The change of +50 points for each of 2 members was already recorded; nothing was added twice.'),
    ).toBeVisible()
    const given = { points_change: 50, reason: 'Litter pick' }
    expect(await ledger(instance, first, second)).toEqual(ids(first, second).map((user_id) => ({ user_id, ...given })))
  })
})

test('points that take balances below zero are confirmed', async ({ page, instance, signIn }) => {
  const [rich, poor] = await twoNew(instance)
  await instance.givePoints(rich, 100, 'Before')
  await openConsole({ page, signIn, instance }, 'users', 'Users')
  for (const account of [rich, poor]) await pick(page, account)
  await action(page, 'Give points').click()
  const form = dialog(page, 'Give points')
  await form.getByLabel('Points change').fill('20')
  await form.getByRole('button', { name: 'Make Negative' }).click()
  await expect(form.getByText('Each of 2 members loses 20 points, 40 in all.')).toBeVisible()
  await expect(form.getByText(`Below zero afterwards: ${poor.username}.`)).toBeVisible()
  await form.getByLabel('Reason').fill('Counted twice')
  await form.getByRole('button', { name: 'Take points' }).click()
  const asked = dialog(page, 'Take balances below zero?')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect(await ledger(instance, poor)).toEqual([])
  await form.getByRole('button', { name: 'Take points' }).click()
  await asked.getByRole('button', { name: 'Take points' }).click()
  await expect(toast(page, '20 points taken from each of 2 members.')).toBeVisible()
  expect(await ledger(instance, poor)).toEqual([{ user_id: poor.id, points_change: -20, reason: 'Counted twice' }])
})

test.describe('when a selected member is deleted', () => {
  test.use({ expectedErrors: /Failed to load resource|points|badge|Error/i })

  test('they are left out by name, the others get nothing until the next press, and the words stay', async ({
    page,
    instance,
    signIn,
  }) => {
    // A live message would leave them out earlier.
    await page.routeWebSocket('**/realtime/**', () => {})
    const [stays, goes] = await twoNew(instance)
    const badge = await makeBadge(instance)
    const alsoGoes = await instance.register(unique('helper'))
    await openConsole({ page, signIn, instance }, 'users', 'Users')
    for (const account of [stays, goes, alsoGoes]) await pick(page, account)
    await action(page, 'Give points').click()
    const form = dialog(page, 'Give points')
    await form.getByLabel('Points change').fill('5')
    await expect(form.getByText('Each of 3 members gets 5 points, 15 in all.')).toBeVisible()
    await form.getByLabel('Reason').fill('Bar duty')
    const admin = await instance.signedIn(instance.bailiff)
    await admin.rpc('delete_user', { user_id: goes.id }).throwOnError()
    await form.getByRole('button', { name: 'Give points' }).click()
    await expect(form.getByText(/Nothing was changed yet: try again/)).toBeVisible()
    await expect(form.getByText(`Left out: ${goes.username} is no longer a member.`)).toBeVisible()
    await expect(form.getByText('Each of 2 members gets 5 points, 10 in all.')).toBeVisible()
    await expect(form.getByLabel('Reason')).toHaveValue('Bar duty')
    expect(await ledger(instance, stays)).toEqual([])
    await form.getByRole('button', { name: 'Give points' }).click()
    await expect(toast(page, '5 points given to each of 2 members. 1 is no longer a member.')).toBeVisible()
    expect(await ledger(instance, stays)).toHaveLength(1)
    await expect(count(page)).toHaveText('2 selected')

    await action(page, 'Award badge').click()
    const award = dialog(page, 'Award a badge')
    await award.getByLabel('Badge').selectOption(badge.id)
    await expect(award.getByText('2 members get it:')).toBeVisible()
    await admin.rpc('delete_user', { user_id: alsoGoes.id }).throwOnError()
    await award.getByRole('button', { name: 'Award badge' }).click()
    await expect(award.getByText(/Nothing was awarded yet: try again/)).toBeVisible()
    await expect(award.getByText(`Left out: ${alsoGoes.username} is no longer a member.`)).toBeVisible()
    await award.getByRole('button', { name: 'Award badge' }).click()
    await expect(toast(page, `${badge.name} was awarded to 1 member. 1 is no longer a member.`)).toBeVisible()
    expect(await holders(instance, badge.id)).toEqual(ids(stays))
  })
})

test('the export has the selected members only, and is recorded', async ({ page, instance, signIn }) => {
  const [first, second] = await twoNew(instance)
  await openConsole({ page, signIn, instance }, 'users', 'Users')
  for (const account of [second, first]) await pick(page, account)
  const recorded = async () => {
    const admin = await instance.signedIn(instance.bailiff)
    const { count } = await admin
      .from('audit_log')
      .select('id', { count: 'exact', head: true })
      .eq('action', 'export_list')
      .throwOnError()
    return count ?? 0
  }
  const before = await recorded()
  const [download] = await Promise.all([page.waitForEvent('download'), action(page, 'Export').click()])
  expect(download.suggestedFilename()).toMatch(/^users-selected-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFFUser,Email,Points,Status,Suspended until,Admin,Moderator,Member since,Joined,Id')
  expect(
    lines
      .slice(1)
      .map((line) => line.split(',').at(-1))
      .sort(),
  ).toEqual(ids(first, second))
  expect(await recorded()).toBe(before + 1)
})

test('by keyboard: a range, the list of who is selected, and Escape', async ({ page, instance, signIn }) => {
  const prefix = unique('row')
  const names = ['a', 'b', 'c', 'd'].map((end) => `${prefix}_${end}`)
  const [ann, , cat, dan] = [
    await instance.register(names[0]),
    await instance.register(names[1]),
    await instance.register(names[2]),
    await instance.register(names[3]),
  ]
  await openConsole({ page, signIn, instance }, `users?q=${prefix}&sort=user`, 'Users')
  await box(page, ann).focus()
  await page.keyboard.press('Space')
  await box(page, cat).focus()
  await page.keyboard.press('Shift+Space')
  await expect(count(page)).toHaveText('3 selected')
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  expect(await all.evaluate((input) => (input as HTMLInputElement).indeterminate)).toBe(true)
  await all.focus()
  await page.keyboard.press('Space')
  await expect(count(page)).toHaveText('4 selected')
  await expect(all).toBeChecked()

  await page.keyboard.press('.')
  await expect(count(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const list = bar(page).getByRole('list')
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await list.getByRole('button', { name: `Remove ${dan.username}` }).focus()
  await page.keyboard.press('Enter')
  await expect(list.getByRole('button', { name: `Remove ${cat.username}` })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(count(page)).toBeFocused()
  await expect(count(page)).toHaveText('3 selected')
  // A dialog takes the first Escape.
  await action(page, 'Award badge').press('Enter')
  await expect(dialog(page, 'Award a badge')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(action(page, 'Award badge')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(box(page, ann)).not.toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(count(page)).toHaveText('3 selected')
})

test('with Shift, the mouse selects a range; a moderator selects nobody', async ({ page, instance, signIn }) => {
  const prefix = unique('mouse')
  const [first, second, third] = [
    await instance.register(`${prefix}_a`),
    await instance.register(`${prefix}_b`),
    await instance.register(`${prefix}_c`),
  ]
  await openConsole({ page, signIn, instance }, `users?q=${prefix}&sort=user`, 'Users')
  await box(page, third).click()
  await box(page, first).click({ modifiers: ['Shift'] })
  await expect(box(page, second)).toBeChecked()
  await expect(count(page)).toHaveText('3 selected')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('profiles').update({ is_moderator: true }).eq('id', first.id).throwOnError()
  const context = await page.context().browser()?.newContext({ baseURL: instance.url })
  if (!context) throw new Error('no browser')
  const other = await context.newPage()
  const session = JSON.stringify(await instance.session(first))
  await other.addInitScript((session) => localStorage.setItem('bankside-session', session), session)
  await other.goto(`/admin/users?q=${prefix}`)
  await expect(other.getByRole('table', { name: 'Users' })).toBeVisible()
  await expect(other.getByRole('checkbox')).toHaveCount(0)
  await expect(other.getByRole('button', { name: 'Select', exact: true })).toHaveCount(0)
  await context.close()
})

test('is accessible in both themes, beside the panel too', async ({ page, instance, signIn }) => {
  test.slow()
  const prefix = randomUUID().slice(0, 8)
  const long = await instance.register(`${'W'.repeat(30)} ${prefix}`)
  const other = await instance.register(`Mel ${prefix}`)
  await openConsole({ page, signIn, instance }, `users?q=${prefix}`, 'Users')
  for (const account of [long, other]) await box(page, account).check()
  await expectAccessibleInBothThemes(page)
  await count(page).click()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: other.username, exact: true }).click()
  await expect(page.getByRole('complementary', { name: 'User' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await action(page, 'Give points').click()
  await expect(dialog(page, 'Give points').getByText('For each of 2 members.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('Select shows the checkboxes, and the bar takes the place of the tabs', async ({ page, instance, signIn }) => {
    test.slow()
    const prefix = unique('tap')
    const [first, second] = [await instance.register(`${prefix}_a`), await instance.register(`${prefix}_b`)]
    const badge = await makeBadge(instance)
    await openConsole({ page, signIn, instance }, `users?q=${prefix}&sort=user`, 'Users')
    const tabs = page.getByRole('navigation', { name: 'Tabs' })
    await expect(tabs).toBeVisible()
    await expect(box(page, first)).toBeHidden()
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    await expect(all).toHaveCount(0)
    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await page.getByText('Select all on this page').tap()
    await expect(count(page)).toHaveText('2 selected')
    await all.tap()
    await expect(bar(page)).toHaveCount(0)
    await box(page, first).tap()
    // The whole card takes the tap.
    const card = page.getByRole('row').filter({ hasText: second.email })
    await card.tap()
    await expect(count(page)).toHaveText('2 selected')
    await expect(tabs).toBeHidden()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
    await action(page, 'Award badge').tap()
    const form = dialog(page, 'Award a badge')
    await form.getByLabel('Badge').selectOption(badge.id)
    await form.getByRole('button', { name: 'Award badge' }).tap()
    const told = toast(page, `${badge.name} was awarded to 2 members.`)
    await expect(told).toBeVisible()
    const [above, below] = [await told.boundingBox(), await bar(page).boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
    expect(await holders(instance, badge.id)).toEqual(ids(first, second))
    await page.getByRole('button', { name: 'Done' }).tap()
    await expect(box(page, first)).toBeHidden()
    await expect(count(page)).toHaveText('2 selected')
    await action(page, 'Clear').tap()
    await expect(tabs).toBeVisible()
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
  })
})
