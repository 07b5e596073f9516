import type { Page } from '@playwright/test'
import type { Account, Instance } from './support/instance.ts'
import { awardPrize, saveAddress } from './support/prizes.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

const claims = (page: Page) => page.getByRole('region', { name: 'Prize Claims' })
const claimed = (page: Page) => page.getByRole('list', { name: 'Claimed in the last 90 days' })
const DAY = 86_400_000

/** A physical prize that its winner has claimed and the club has not processed yet. */
async function claimedPrize(instance: Instance, winner: Account, title: string): Promise<string> {
  const award = await awardPrize(instance, winner, { title })
  await saveAddress(instance, winner, 'Tom Alder')
  const member = await instance.signedIn(winner)
  const { data: home } = await member.from('shipping_addresses').select('id').limit(1).single().throwOnError()
  await member
    .from('prize_awards')
    .update({ status: 'claimed', terms_accepted: true, shipping_method: 'express', shipping_address_id: home.id })
    .eq('id', award)
    .throwOnError()
  return award
}

async function ship(instance: Instance, award: string) {
  const admin = await instance.signedIn(instance.bailiff)
  await admin
    .from('prize_awards')
    .update({
      fulfillment_status: 'shipped',
      carrier: 'Royal Mail',
      tracking_number: 'RM 9911 2284 5GB',
      fulfillment_notes: 'Left today.',
    })
    .eq('id', award)
    .throwOnError()
}

test('a claimed prize stays on the dashboard with its parcel, and links to its page', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  const award = await claimedPrize(instance, account, 'Bivvy')
  await awardPrize(instance, account, { title: 'Lamp', type: 'digital' })
  await signIn(account)
  const asked = page.waitForRequest((request) => request.url().includes('claimed_at=gte.'))
  await page.goto('/dashboard')
  const since = new URL((await asked).url()).searchParams.get('claimed_at')?.slice('gte.'.length) ?? ''
  expect(Math.abs(Date.now() - 90 * DAY - Date.parse(since))).toBeLessThan(600_000)
  await expect(claims(page).getByRole('link', { name: /Claim Prize.*Lamp/ })).toBeVisible()
  await expect(claimed(page).getByRole('listitem')).toHaveCount(1)
  await expect(claimed(page)).toContainText('Pending')

  await ship(instance, award)
  // A member who returns to the page sees what has changed in the meantime.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const bivvy = claimed(page).getByRole('listitem')
  await expect(bivvy).toContainText('Shipped')
  await expect(bivvy).toContainText('Royal Mail')
  await expect(bivvy).toContainText('Left today.')
  await expect(bivvy.getByRole('link', { name: /RM 9911 2284 5GB/ })).toHaveAttribute(
    'href',
    'https://www.royalmail.com/track-your-item#/tracking-results/RM991122845GB',
  )
  await expectAccessible(page)
  await bivvy.getByRole('link', { name: 'Bivvy' }).click()
  await expect(page).toHaveURL(`/prizes/claim/${award}`)
  await expect(page.getByRole('heading', { name: 'Claimed' })).toBeVisible()
  for (const text of ['Shipped', 'Royal Mail', 'RM 9911 2284 5GB', 'Left today.', 'Syracuse, NY 13202'])
    await expect(page.getByRole('main')).toContainText(text)
})

test('an open page of a claim shows the club’s changes', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const award = await claimedPrize(instance, account, 'Bivvy')
  await signIn(account)
  await page.goto(`/prizes/claim/${award}`)
  await expect(page.getByText('Pending')).toBeVisible()
  await ship(instance, award)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Shipped')).toBeVisible()
})

test('all own prizes are listed on one page with their state, and no other member’s', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await awardPrize(instance, await instance.register(), { title: 'Not yours' })
  const points = await awardPrize(instance, account, { title: 'Fifty points', type: 'points', points: 50 })
  await claimedPrize(instance, account, 'Bivvy')
  const lamp = await awardPrize(instance, account, { title: 'Lamp', type: 'digital' })
  const client = await instance.signedIn(account)
  await client.from('prize_awards').update({ status: 'claimed', terms_accepted: true }).eq('id', points).throwOnError()
  await signIn(account)
  await page.goto('/dashboard')
  await claims(page).getByRole('link', { name: 'All your prizes' }).click()
  await expect(page).toHaveURL('/prizes')
  await expect(page.getByRole('heading', { level: 1, name: 'Your prizes' })).toBeVisible()
  const rows = page.getByRole('list', { name: 'Your prizes' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('Lamp')
  await expect(rows.nth(1)).toContainText('Pending')
  await expect(rows.nth(2)).toContainText('Paid')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await rows
    .nth(0)
    .getByRole('link', { name: /Claim Prize.*Lamp/ })
    .click()
  await expect(page).toHaveURL(`/prizes/claim/${lamp}`)
})

test('a member without prizes sees a message, and a guest is asked to log in', async ({ page, instance, signIn }) => {
  await page.goto('/prizes')
  await expect(page).toHaveURL('/login')
  await signIn(await instance.register())
  await page.goto('/prizes')
  await expect(page.getByText('You have not won a prize yet.')).toBeVisible()
  await page.goto('/prizes/nothing-here')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

test('the retail value of a prize is shown with the club’s currency', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const award = await awardPrize(instance, account, { title: 'Bivvy' })
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin.from('prize_awards').select('item_id').eq('id', award).single().throwOnError()
  await admin.from('prize_items').update({ retail_value: 45.5 }).eq('id', data.item_id).throwOnError()
  await page.route('**/rest/v1/site_settings*', (route) => route.fulfill({ json: { currency_symbol: '£' } }))
  await signIn(account)
  await page.goto(`/prizes/claim/${award}`)
  await expect(page.getByText('Retail value £45.50')).toBeVisible()
})

test.describe('when a call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|loadPrizeDetails/ })

  test('the list reports it and can be loaded again', async ({ page, instance, signIn }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const account = await instance.register()
    await awardPrize(instance, account, { title: 'Bivvy' })
    await page.route('**/rest/v1/prize_awards*', (route) =>
      route.fulfill({ status: 400, json: { code: 'XX000', message: 'no' } }),
    )
    await signIn(account)
    await page.goto('/prizes')
    await expect(page.getByRole('alert')).toContainText('Failed to load prize details')
    await page.unroute('**/rest/v1/prize_awards*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Bivvy' })).toBeVisible()
  })
})
