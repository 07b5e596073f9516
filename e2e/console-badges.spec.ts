import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dialog, failCalls, openConsole } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`
const badgeRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'All badges' }).getByRole('listitem').filter({ hasText: name })
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })
const createForm = (page: Page) => dialog(page, 'Create a badge')
const openForm = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create badge' }).click()
const create = (page: Page) => createForm(page).getByRole('button', { name: 'Create badge' })
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name, exact: true }).click()

/** Creates a badge through the API as the administrator. */
async function makeBadge(instance: Instance, name: string): Promise<string> {
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('badges')
    .insert({ name, description: 'For the record' })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

/** Names of the badges that a member holds, from the database. */
const held = async (instance: Instance, account: Account) => {
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('user_badges')
    .select('badge:badges (name)')
    .eq('user_id', account.id)
    .throwOnError()
  return data.map((row) => row.badge.name)
}

test('an admin creates a badge from name, description, icon and colour, with a preview in all sizes', async ({
  page,
  instance,
  signIn,
}) => {
  const name = unique('Owl')
  await openConsole({ page, signIn, instance }, 'badges', 'Badges')
  await openForm(page)
  await expect(page.getByLabel('Colour', { exact: true })).toHaveValue('#2e7d4f')
  await expect(page.getByRole('radio', { name: 'Trophy' })).toBeChecked()
  await nameField(page).fill(` ${name} `)
  await page.getByLabel('Description').fill('Posts at 3am')
  await page.getByRole('radio', { name: 'Trophy' }).press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Fishing rod' })).toBeChecked()
  await page.getByLabel('Colour', { exact: true }).fill('1B6FA8')
  const preview = page.getByRole('figure', { name: 'Preview' })
  await expect(preview).toContainText(name)
  await expect(preview.locator('.badge').first()).toHaveAttribute('style', /#1b6fa8/)
  await create(page).dblclick()
  await expect(page.getByRole('status').getByText(`Badge ${name} created.`)).toBeVisible()
  await expect(badgeRow(page, name)).toHaveCount(1)
  await expect(badgeRow(page, name)).toContainText('Not awarded yet')
  await expect(createForm(page)).toHaveCount(0)
  await openForm(page)
  await expect(nameField(page)).toHaveValue('')
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('badges')
    .select('name, description, icon, color, is_custom')
    .eq('name', name)
    .throwOnError()
  expect(data).toEqual([{ name, description: 'Posts at 3am', icon: '🎣', color: '#1b6fa8', is_custom: true }])
})

test('a badge needs a name, a description and a colour, within their limits', async ({ page, instance, signIn }) => {
  await openConsole({ page, signIn, instance }, 'badges', 'Badges')
  await openForm(page)
  await page.getByLabel('Colour', { exact: true }).fill('green')
  await create(page).click()
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expect(page.getByText('Enter a description')).toBeVisible()
  await expect(page.getByText('Enter a colour as # and six digits, such as #2e7d4f')).toBeVisible()
  await expect(nameField(page)).toBeFocused()
  await nameField(page).fill('x'.repeat(51))
  await page.getByLabel('Description').fill('x'.repeat(201))
  await expect(page.getByText('51 / 50')).toBeVisible()
  await expect(page.getByText('201 / 200')).toBeVisible()
  await expect(page.getByText('A name has at most 50 characters')).toBeVisible()
  await expect(page.getByText('A description has at most 200 characters')).toBeVisible()
})

test('a badge is awarded to a member found by search, announced in the newsfeed, and taken back', async ({
  page,
  instance,
  signIn,
}) => {
  test.slow()
  const name = unique('Rod')
  await makeBadge(instance, name)
  const account = await instance.register(`angler_${randomUUID().slice(0, 8)}`)
  await openConsole({ page, signIn, instance }, `badges?q=${name}`, 'Badges')
  await expect(page.getByRole('region', { name: 'All badges' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: `Award ${name}` }).click()
  const form = dialog(page, `Award ${name}`)
  await expect(form.getByRole('button', { name: 'Award badge' })).toBeDisabled()
  await form.getByRole('searchbox').fill(account.email)
  await form.getByRole('searchbox').press('Enter')
  await expect(form.getByRole('radio')).toHaveCount(1)
  await form.getByRole('radio').check()
  await form.getByRole('button', { name: 'Award badge' }).dblclick()
  await expect(page.getByRole('status').getByText(`${name} awarded to ${account.username}.`)).toBeVisible()
  await expect(badgeRow(page, name).getByRole('link', { name: 'Held by 1 member' })).toBeVisible()
  await view(page, 'Members')
  const search = page.getByRole('searchbox', { name: 'Search members by username or email' })
  await expect(search).toHaveValue('')
  await search.fill(account.username)
  const list = page.getByRole('list', { name: `Badges of ${account.username}` })
  await expect(list).toContainText(name)
  expect(await held(instance, account)).toEqual([name])
  const member = await instance.signedIn(account)
  const { data } = await member.from('newsfeed_posts').select('type, metadata').eq('user_id', account.id).throwOnError()
  expect(data).toEqual([{ type: 'badge_award', metadata: expect.objectContaining({ badge_name: name }) }])

  await page.getByRole('button', { name: `Remove ${name} from ${account.username}` }).click()
  await dialog(page, 'Remove badge?').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No badges yet')).toBeVisible()
  expect(await held(instance, account)).toEqual([])
})

test.describe('with a taken name', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('a badge is corrected for all its holders, and names are unique', async ({ page, instance, signIn }) => {
    const [name, other] = [unique('Heorn'), unique('Otter')]
    await makeBadge(instance, name)
    await makeBadge(instance, other)
    await openConsole({ page, signIn, instance }, 'badges', 'Badges')
    await openForm(page)
    await nameField(page).fill(other.toUpperCase())
    await page.getByLabel('Description').fill('Swims')
    await create(page).click()
    await expect(page.getByText('There is already a badge with this name')).toBeVisible()
    await expect(nameField(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click()

    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const form = dialog(page, `Edit ${name}`)
    await form.getByLabel('Name').fill(other)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('There is already a badge with this name')).toBeVisible()
    const right = name.replace('Heorn', 'Heron')
    await form.getByLabel('Name').fill(right)
    await form.getByLabel('Description').fill('Stands still')
    await form.getByTitle('Star', { exact: true }).click()
    await form.getByLabel('Colour', { exact: true }).fill('1b6fa8')
    await form.getByRole('button', { name: 'Save' }).click()
    // The new name may reach the form's title before the form closes.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: right, exact: true })).toBeVisible()
    const admin = await instance.signedIn(instance.bailiff)
    const { data } = await admin.from('badges').select('description, icon, color').eq('name', right).throwOnError()
    expect(data).toEqual([{ description: 'Stands still', icon: '⭐', color: '#1b6fa8' }])
  })
})

test('a custom badge is deleted with its awards after a confirmation', async ({ page, instance, signIn }) => {
  const name = unique('Gone')
  const badgeId = await makeBadge(instance, name)
  const account = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('user_badges').insert({ user_id: account.id, badge_id: badgeId }).throwOnError()
  await openConsole({ page, signIn, instance }, 'badges', 'Badges')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const asked = dialog(page, `Delete ${name}?`)
  await expect(asked.getByText('1 member will lose this badge. This cannot be undone.')).toBeVisible()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(badgeRow(page, name)).toHaveCount(0)
  expect(await held(instance, account)).toEqual([])
})

test.describe('when calls fail', () => {
  test.use({ expectedErrors: /Failed to load resource|badge|loadData|Error/i })

  test('reports a badge already held and a deleted badge', async ({ page, instance, signIn }) => {
    // Live, the deleted badge would leave the list by itself.
    await page.routeWebSocket('**/realtime/**', () => {})
    const [twice, gone] = [unique('Twice'), unique('Gone')]
    const [twiceId, goneId] = [await makeBadge(instance, twice), await makeBadge(instance, gone)]
    const account = await instance.register(`angler_${randomUUID().slice(0, 8)}`)
    const admin = await instance.signedIn(instance.bailiff)
    await admin.from('user_badges').insert({ user_id: account.id, badge_id: twiceId }).throwOnError()
    await openConsole({ page, signIn, instance }, `badges?view=members&q=${account.username}`, 'Badges')
    const award = page.getByRole('button', { name: `Award badge to ${account.username}` })
    await award.click()
    const form = dialog(page, `Award a badge to ${account.username}`)
    await form.getByLabel('Badge', { exact: true }).selectOption(twiceId)
    await form.getByRole('button', { name: 'Award badge' }).click()
    await expect(form.getByText('This member already has this badge.')).toBeVisible()
    await form.getByLabel('Badge', { exact: true }).selectOption(goneId)
    await admin.from('badges').delete().eq('id', goneId).throwOnError()
    await form.getByRole('button', { name: 'Award badge' }).click()
    await expect(form.getByText('Badge not found')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: `Remove ${twice} from ${account.username}` }).click()
    await admin.from('user_badges').delete().eq('user_id', account.id).throwOnError()
    const remove = dialog(page, 'Remove badge?')
    await remove.getByRole('button', { name: 'Remove' }).click()
    await expect(remove.getByText('Badge not found')).toBeVisible()
  })

  test('reports which action failed: lists, creation, award, removal', async ({ page, instance, signIn }) => {
    test.slow()
    // A live connection, or a change by someone else, would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const name = unique('Fail')
    const badgeId = await makeBadge(instance, name)
    const account = await instance.register(`angler_${randomUUID().slice(0, 8)}`)
    const mendLists = await failCalls(page, '**/rest/v1/badges?**', 'GET')
    await openConsole({ page, signIn, instance }, 'badges', 'Badges')
    await expect(page.getByText('Failed to load data')).toBeVisible({ timeout: 15_000 })
    await mendLists()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(badgeRow(page, name)).toHaveCount(1)

    const mendCreate = await failCalls(page, '**/rest/v1/badges**', 'POST')
    const made = unique('Made')
    await openForm(page)
    await nameField(page).fill(made)
    await page.getByLabel('Description').fill('Kept')
    await create(page).click()
    await expect(page.getByText('Failed to create badge')).toBeVisible({ timeout: 15_000 })
    await expect(nameField(page)).toHaveValue(made)
    await mendCreate()
    await create(page).click()
    await expect(badgeRow(page, made)).toHaveCount(1)

    await view(page, 'Members')
    await page.getByRole('searchbox', { name: 'Search members by username or email' }).fill(account.username)
    const mendAward = await failCalls(page, '**/rest/v1/user_badges**', 'POST')
    await page.getByRole('button', { name: `Award badge to ${account.username}` }).click()
    const form = dialog(page, `Award a badge to ${account.username}`)
    await form.getByLabel('Badge', { exact: true }).selectOption(badgeId)
    await form.getByRole('button', { name: 'Award badge' }).click()
    await expect(form.getByText('Failed to award badge')).toBeVisible({ timeout: 15_000 })
    await mendAward()
    await form.getByRole('button', { name: 'Award badge' }).click()

    const mendRemove = await failCalls(page, '**/rest/v1/user_badges**', 'DELETE')
    await page.getByRole('button', { name: `Remove ${name} from ${account.username}` }).click()
    const remove = dialog(page, 'Remove badge?')
    await remove.getByRole('button', { name: 'Remove' }).click()
    await expect(remove.getByText('Failed to remove badge')).toBeVisible({ timeout: 15_000 })
    await mendRemove()
    await remove.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No badges yet')).toBeVisible()
  })

  test('reports an ended session', async ({ page, instance, signIn }) => {
    await openConsole({ page, signIn, instance }, 'badges', 'Badges')
    await page.route('**/rest/v1/badges**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 401, json: { code: '42501', message: 'permission denied for table badges' } })
        : route.fallback(),
    )
    await openForm(page)
    await nameField(page).fill(unique('Late'))
    await page.getByLabel('Description').fill('Too late')
    await create(page).click()
    await expect(page.getByText('Not authenticated')).toBeVisible()
  })
})

test('badges are accessible in both themes, and fit a phone', async ({ page, instance, signIn }) => {
  test.slow()
  const name = `${'W'.repeat(24)} דג 🎣 ${randomUUID().slice(0, 8)}`
  const badgeId = await makeBadge(instance, name)
  const account = await instance.register(`${'M'.repeat(30)} ${randomUUID().slice(0, 8)}`)
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('user_badges').insert({ user_id: account.id, badge_id: badgeId }).throwOnError()
  const found = encodeURIComponent(account.username)
  await openConsole({ page, signIn, instance }, `badges?view=members&q=${found}`, 'Badges')
  await expect(page.getByRole('list', { name: `Badges of ${account.username}` })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.goto(`/admin/badges?q=${encodeURIComponent(name)}`)
  await expect(badgeRow(page, name)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await openForm(page)
  // What is half behind the actions at the foot counts as too small.
  await dialog(page, 'Create a badge').evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight))
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Award ${name}` }).click()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
  await page.getByRole('dialog').evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight))
  await expectAccessibleInBothThemes(page)
})
