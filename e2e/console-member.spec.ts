import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dialog, openConsole } from './support/console.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'User' })

test('a member’s panel says what the team knows, beside the list, and its address opens it again', async ({
  page,
  instance,
  signIn,
}) => {
  const prefix = `mp_${randomUUID().slice(0, 6)}`
  const [first, second] = [await instance.register(`${prefix}_a`), await instance.register(`${prefix}_b`)]
  await instance.givePoints(first, 240)
  const admin = await instance.signedIn(instance.bailiff)
  await admin.rpc('suspend_member', { user_id: second.id, reason: 'Insults after a warning' }).throwOnError()
  await openConsole({ page, signIn, instance }, `users?q=${prefix}&sort=user`, 'Users')
  await page.getByRole('button', { name: first.username, exact: true }).click()
  const panel = panelOf(page)
  await expect(panel.getByRole('heading', { level: 2, name: first.username })).toBeFocused()
  await expect(panel.getByText('User 1 of 2')).toBeVisible()
  await expect(panel.getByText(first.email)).toBeVisible()
  await expect(panel.getByRole('img', { name: '+240 points in the last 12 weeks' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`member=${first.id}`))
  await expectAccessibleInBothThemes(page)

  await panel.getByRole('button', { name: 'Next user' }).click()
  await expect(panel.getByRole('heading', { level: 2, name: second.username })).toBeFocused()
  await expect(panel.getByText('Insults after a warning')).toBeVisible()
  await expect(panel.getByText('Until it is lifted.')).toBeVisible()
  await page.reload()
  await panel.getByRole('button', { name: 'Lift suspension' }).click()
  await dialog(page, `Unsuspend ${second.username}?`).getByRole('button', { name: 'Unsuspend' }).click()
  await expect(panel.getByText('Insults after a warning')).toHaveCount(0)
  await expect(panel.getByText('Active', { exact: true })).toBeVisible()

  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: second.username, exact: true })).toBeFocused()
  await expect(page).not.toHaveURL(/member=/)
})

test('from the panel a member gets a badge and a prize without another search', async ({ page, instance, signIn }) => {
  const member = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const mark = randomUUID().slice(0, 8)
  const badge = { name: `Friend ${mark}`, description: 'Helped at the lake' }
  const { data: made } = await admin.from('badges').insert(badge).select('id').single().throwOnError()
  const box = await admin
    .from('prize_packages')
    .insert({ name: `Box ${mark}` })
    .select('id')
    .single()
    .throwOnError()
  await admin
    .from('prize_items')
    .insert({ package_id: box.data.id, title: `Rod ${mark}`, type: 'physical', quantity: 1 })
    .throwOnError()
  await openConsole({ page, signIn, instance }, `users?member=${member.id}`, 'Users')
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Award badge' }).click()
  const award = dialog(page, 'Award a badge')
  await award.getByLabel('Badge').selectOption(made.id)
  await expect(award.getByText(`1 member gets it: ${member.username}.`)).toBeVisible()
  await award.getByRole('button', { name: 'Award badge' }).click()
  await expect(page.getByRole('status').getByText(`Friend ${mark} was awarded to 1 member.`)).toBeVisible()
  await panel.getByRole('link', { name: 'Assign Prize' }).click()
  const assign = dialog(page, 'Assign Prize')
  await expect(assign.getByText(member.username)).toBeVisible()
  await assign.getByLabel('Package').selectOption({ label: `Box ${mark}` })
  await assign.getByRole('button', { name: 'Assign Prize' }).click()
  await expect(page.getByRole('status').getByText(`Box ${mark} was assigned to ${member.username}.`)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/prizes$/)
  // Prizes are also found by who was awarded them.
  await page.getByRole('searchbox', { name: 'Search packages, items and winners' }).fill(member.username)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText(`Rod ${mark}`)
})

test('a note of the team reaches other admins at once, survives a reload as a draft, and is never the member’s', async ({
  page,
  instance,
  signIn,
}) => {
  const member = await instance.register()
  const own = await instance.signedIn(member)
  const admin = await instance.signedIn(instance.bailiff)
  const { data: author } = await admin
    .from('profiles')
    .select('username')
    .eq('id', (await admin.auth.getUser()).data.user?.id ?? '')
    .single()
    .throwOnError()
  await openConsole({ page, signIn, instance }, `users?member=${member.id}`, 'Users')
  const panel = panelOf(page)
  const field = panel.getByLabel('Add a note')
  await field.fill('Rang him on Saturday.')
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await expect(field).toHaveValue('Rang him on Saturday.')
  await panel.getByRole('button', { name: 'Add note' }).click()
  await expect(field).toBeFocused()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Rang him on Saturday.' })).toContainText(author.username)
  await expect(field).toHaveValue('')
  const { data } = await own.rpc('my_data').throwOnError()
  expect(JSON.stringify(data)).not.toContain('Rang him')

  await admin.rpc('add_team_note', { member_id: member.id, content: 'He will write to Ivy.' }).throwOnError()
  await expect(panel.getByText('He will write to Ivy.')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the panel is a sheet with all actions, without sideways scrolling', async ({ page, instance, signIn }) => {
    const member = await instance.register(`phone_${'long_name_'.repeat(3)}${randomUUID().slice(0, 6)}`)
    await openConsole({ page, signIn, instance }, `users?q=${member.username}`, 'Users')
    await page.getByRole('button', { name: member.username, exact: true }).click()
    const sheet = dialog(page, 'User 1 of 1')
    for (const name of ['Edit', 'Password', 'Suspend', 'Delete'])
      await expect(sheet.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(sheet.getByRole('link', { name: 'Give points' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
  })
})
