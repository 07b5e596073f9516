import { openConsole } from './support/console.ts'
import { test } from './support/own-site.ts'
import { awardPrize, saveAddress } from './support/prizes.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })
// The first story needs a club that nobody has joined.
test.use({ siteOf: 'console-home' })

const PHONE = { width: 390, height: 844 }
const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('a new club is shown its first steps, and each disappears once it is taken', async ({
  page,
  signIn,
  instance,
}) => {
  await openConsole({ page, signIn, instance }, '', 'Home')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('link', { name: 'Invite members' })).toHaveAttribute('href', '/admin/invitations')
  await expect(page.getByText('Nothing is waiting. Go fishing.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await steps.getByRole('link', { name: 'Add Game' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add Game' })).toBeVisible()
  const admin = await instance.signedIn(instance.bailiff)
  await instance.register()
  await admin.from('prize_packages').insert({ name: 'Box' }).throwOnError()
  await page.goto('/admin')
  await expect(steps.getByRole('heading', { name: /^First prize ?, done/ })).toBeVisible()
  await expect(steps.getByRole('link', { name: 'Add Package' })).toHaveCount(0)
  await admin
    .from('games')
    .insert({ type: 'carp_of_week', title: 'First', start_date: hour(-2), end_date: hour(2) })
    .throwOnError()
  await expect(steps).toHaveCount(0)
})

test('what waits is listed with its count, and leads to where it is done', async ({ page, signIn, instance }) => {
  const winner = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const { data: game } = await admin
    .from('games')
    .insert({ type: 'carp_of_week', title: 'Ends soon', start_date: hour(-2), end_date: hour(2), status: 'active' })
    .select('id')
    .single()
    .throwOnError()
  await openConsole({ page, signIn, instance }, '', 'Home')
  const coming = page.getByRole('region', { name: 'Coming up' })
  await expect(coming.getByRole('link', { name: 'Ends soon' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'New this week' })).toContainText(winner.username)

  // A claim arrives while the page is open.
  const award = await awardPrize(instance, winner, { title: 'Bite alarm' })
  await saveAddress(instance, winner, 'Ivy Reeds')
  const client = await instance.signedIn(winner)
  const { data: home } = await client.from('shipping_addresses').select('id').single().throwOnError()
  await client
    .from('prize_awards')
    .update({ status: 'claimed', terms_accepted: true, shipping_method: 'express', shipping_address_id: home.id })
    .eq('id', award)
    .throwOnError()
  const claims = page.getByRole('region', { name: 'Prize claims to send' })
  await expect(claims.getByRole('listitem')).toContainText(`Bite alarm for ${winner.username}`)
  const sections = page.getByRole('navigation', { name: 'Console' })
  await expect(sections.getByRole('link', { name: 'Claims 1 waiting' })).toBeVisible()
  await claims.getByRole('link', { name: /^Pack and send/ }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Bite alarm')

  await page.goto('/admin')
  await admin.from('prize_awards').update({ fulfillment_status: 'shipped' }).eq('id', award).throwOnError()
  await expect(claims).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Done today' })).toContainText('1 claim updated')
  await admin.from('games').delete().eq('id', game.id).throwOnError()
  await expect(coming.getByRole('link', { name: 'Ends soon' })).toHaveCount(0)
})

test('a phone has four tabs and a sheet with all sections', async ({ page, signIn, instance }) => {
  await page.setViewportSize(PHONE)
  await openConsole({ page, signIn, instance }, '', 'Home')
  await expectNoSidewaysScroll(page)
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await expect(tabs.getByRole('link')).toHaveText(['Home', 'Users', 'Games', 'Claims'])
  await tabs.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused()
  await tabs.getByRole('button', { name: 'Sections' }).click()
  const sheet = page.getByRole('dialog', { name: 'Sections' })
  await expect(sheet.getByRole('link')).toHaveCount(17)
  await expectAccessibleInBothThemes(page)
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/users$/)
  await tabs.getByRole('button', { name: 'Sections' }).click()
  await sheet.getByRole('link', { name: 'Audit trail' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit trail' })).toBeVisible()
  await expect(sheet).toBeHidden()
  await tabs.getByRole('button', { name: 'Sections' }).click()
  await sheet.getByRole('link', { name: 'Back to the club' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(tabs.getByRole('link', { name: 'News' })).toBeVisible()
})

test.describe('when what waits cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource|loadData/ })

  test('figures and settings are shown, and it can be loaded again', async ({ page, signIn, instance }) => {
    await page.routeWebSocket('**/realtime/**', () => {})
    await page.route('**/rpc/admin_waiting*', (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'no' } }),
    )
    await openConsole({ page, signIn, instance }, '', 'Home')
    await expect(page.getByText('Failed to load data')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByLabel('Currency symbol')).toBeVisible()
    await page.unroute('**/rpc/admin_waiting*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: 'Coming up' })).toBeVisible()
  })
})
