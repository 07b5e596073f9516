import { randomUUID } from 'node:crypto'
import { openConsole } from './support/console.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('the palette finds members, games, sections and actions, by keyboard alone', async ({
  page,
  signIn,
  instance,
}) => {
  const member = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const title = `Palette ${randomUUID().slice(0, 8)}`
  await admin
    .from('games')
    .insert({ type: 'carp_of_week', title, start_date: hour(-2), end_date: hour(2) })
    .throwOnError()
  instance.atEnd(() => admin.from('games').delete().eq('title', title).throwOnError())
  await openConsole({ page, signIn, instance }, 'badges', 'Badges')
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused()

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  const field = palette.getByRole('combobox', { name: 'Search or jump to' })
  await expect(field).toBeFocused()
  await expect(palette.getByRole('group', { name: 'Last opened' }).getByRole('option')).toHaveText([/^Badges/])
  await field.fill(member.username)
  await expect(palette.getByRole('group', { name: 'Members' }).getByRole('option')).toHaveText(
    new RegExp(`^${member.username}`),
  )
  await expect(palette.getByRole('status')).toHaveText('1 result')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/users\\?q=${member.username}$`))
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.keyboard.press('Control+k')
  await field.fill(title)
  await palette.getByRole('option', { name: title }).click()
  await expect(page).toHaveURL(/entries=/)
  await expect(page.getByRole('main').getByText(title).first()).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.fill('card')
  await expect(palette.getByRole('group', { name: 'Sections' }).getByRole('option').first()).toHaveText(/^Cards/)
  await field.fill('no such thing at all')
  await expect(palette.getByText('No results found matching your search.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})

test('single keys work outside fields, are listed under ?, and can be turned off', async ({
  page,
  signIn,
  instance,
}) => {
  await openConsole({ page, signIn, instance }, 'claims', 'Claims')
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search claims' })
  await expect(search).toBeFocused()
  await page.keyboard.type('g?u')
  await expect(search).toHaveValue('g?u')
  await search.blur()
  await page.keyboard.press('f')
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused()
  await page.locator('main h1').focus()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Search or jump to')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  // A sheet keeps its keys.
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(keys).toBeVisible()
  await keys.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/claims/)
})

test('C creates where something can be created', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'games', 'Games')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { level: 1, name: 'Add Game' })).toBeVisible()
})

test('a phone opens the palette from the sheet with all sections', async ({ page, signIn, instance }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openConsole({ page, signIn, instance }, '', 'Home')
  await page.getByRole('button', { name: 'Sections' }).click()
  await page.getByRole('dialog', { name: 'Sections' }).getByRole('button', { name: 'Search or jump to' }).click()
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await expectNoSidewaysScroll(page)
  await palette.getByRole('combobox').fill('audit')
  await palette.getByRole('option', { name: 'Audit trail' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit trail' })).toBeVisible()
})

test.describe('when members and games cannot be searched', () => {
  test.use({ expectedErrors: /Failed to load resource|500/ })

  test('sections are still found, and the palette says so', async ({ page, signIn, instance }) => {
    await openConsole({ page, signIn, instance }, '', 'Home')
    await page.route('**/rest/v1/user_profiles_with_email*', (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'no' } }),
    )
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search or jump to' })
    await palette.getByRole('combobox').fill('audit')
    await expect(palette.getByRole('option', { name: 'Audit trail' })).toBeVisible()
    await expect(palette.getByText('Members and games could not be searched.')).toBeVisible({ timeout: 15_000 })
  })
})
