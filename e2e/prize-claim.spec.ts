import type { Page, Route } from '@playwright/test'
import { answersOf } from './support/answered.ts'
import { keepDeviceClock } from './support/clock.ts'
import { awardPrize, saveAddress } from './support/prizes.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const claimButton = (page: Page) => page.getByRole('button', { name: 'Claim Prize' })
const terms = (page: Page) => page.getByLabel('I accept the terms and conditions')

/** A colour of the tokens, as the browser computes it. */
const colour = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.backgroundColor = `var(${name})`
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  }, token)

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Tom Alder')
  await page.getByLabel('Phone').fill('+1 555 0142')
  await page.getByLabel('Address line 1').fill('1 Lark St')
  await page.getByLabel('City').fill('Albany')
  await page.getByLabel('State').fill('NY')
  await page.getByLabel('Postal code').fill('12207')
}

test('a winner reads the terms, enters a first address and claims', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await awardPrize(instance, account, { title: 'Three-rod bite alarm set', description: 'Wireless.' })
  await signIn(account)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Claim Prize' }).click()
  await expect(page.getByRole('heading', { name: 'Three-rod bite alarm set' })).toBeVisible()
  await expect(page.getByText('Wireless.')).toBeVisible()
  await expect(page.getByText('29 days 23 h left')).toBeVisible()
  for (const text of [
    '5-7 business days',
    '2-3 business days',
    'Prizes are as is.',
    'No replacements or exchanges.',
    'Shipping is at your own risk.',
    'Take any dispute about the delivery up with the carrier.',
    'Lost or damaged items are not replaced.',
  ])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByLabel('Country')).toHaveValue('United States')
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await page.getByText('Express').click()
  await fillAddress(page)
  await terms(page).check()
  await claimButton(page).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Prize claimed successfully!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Claim Prize' })).toHaveCount(0)

  const client = await instance.signedIn(account)
  const { data: saved } = await client.from('shipping_addresses').select('city, country, is_default').throwOnError()
  expect(saved).toEqual([{ city: 'Albany', country: 'United States', is_default: true }])
})

test('a claimed prize shows its progress instead of the form', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await saveAddress(instance, account, 'Tom Alder')
  const award = await awardPrize(instance, account, { title: 'Bivvy' })
  const client = await instance.signedIn(account)
  const { data: home } = await client.from('shipping_addresses').select('id').single().throwOnError()
  await client
    .from('prize_awards')
    .update({ status: 'claimed', terms_accepted: true, shipping_method: 'express', shipping_address_id: home.id })
    .eq('id', award)
    .throwOnError()
  const admin = await instance.signedIn(instance.bailiff)
  await admin
    .from('prize_awards')
    .update({ fulfillment_status: 'shipped', tracking_number: '1Z999' })
    .eq('id', award)
    .throwOnError()
  await signIn(account)
  await page.goto(`/prizes/claim/${award}`)
  await expect(page.getByRole('heading', { name: 'Claimed' })).toBeVisible()
  await expect(page.getByText('Shipped')).toBeVisible()
  await expect(page.getByText('1Z999')).toBeVisible()
  await expect(page.getByText('Express, 2-3 business days')).toBeVisible()
  await expect(page.getByText('Syracuse, NY 13202')).toBeVisible()
  await expect(claimButton(page)).toHaveCount(0)
})

test('the default address is selected, another can be chosen, and nothing is saved twice', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await saveAddress(instance, account, 'First Home')
  await saveAddress(instance, account, 'Second Home')
  const award = await awardPrize(instance, account, { title: 'Bivvy' })
  await signIn(account)
  await page.goto(`/prizes/claim/${award}`)
  const addresses = page.getByRole('group', { name: 'Shipping address' }).getByRole('radio')
  await expect(addresses).toHaveCount(3)
  await expect(page.getByRole('radio', { name: /First Home Default/ })).toBeChecked()
  await expect(page.getByLabel('Full name')).toHaveCount(0)
  await page.getByRole('radio', { name: /Second Home/ }).check()
  await terms(page).check()
  await claimButton(page).dblclick()
  await expect(page).toHaveURL(/\/dashboard$/)
  const client = await instance.signedIn(account)
  const { data } = await client
    .from('prize_awards')
    .select('status, shipping_method, shipping_details')
    .eq('id', award)
    .single()
    .throwOnError()
  expect(data).toMatchObject({
    status: 'claimed',
    shipping_method: 'standard',
    shipping_details: { full_name: 'Second Home' },
  })
})

test('points need neither method nor address, and are credited', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const award = await awardPrize(instance, account, { title: 'Bonus', type: 'points', points: 750 })
  await signIn(account)
  await page.goto(`/prizes/claim/${award}`)
  await expect(page.getByText('No shipping method or address is needed.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await claimButton(page).click()
  await expect(page.getByText('You must accept the terms and conditions')).toBeVisible()
  await expect(terms(page)).toBeFocused()
  await terms(page).check()
  await claimButton(page).click()
  await expect(page.getByText('Prize claimed successfully!')).toBeVisible()
  await expect(page.getByText('Prize: Bonus')).toBeVisible()
  await expect(page.getByText('+750', { exact: false }).first()).toBeVisible()
})

test('an incomplete form lists what is missing in page order, and keeps the input', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  const award = await awardPrize(instance, account, { title: 'Bivvy', type: 'physical' })
  await signIn(account)
  await page.goto(`/prizes/claim/${award}`)
  await page.getByLabel('City').fill('Albany')
  await claimButton(page).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  for (const text of [
    'Enter the full name',
    'Enter a phone number',
    'Enter the first line of the address',
    'Enter the state',
    'Enter the postal code',
    'You must accept the terms and conditions',
  ])
    await expect(page.getByText(text)).toBeVisible()
  await page.getByLabel('Full name').fill('Tom Alder')
  await expect(page.getByText('Enter the full name')).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Albany')
  await expect(page.getByLabel('Full name')).toHaveValue('Tom Alder')
})

test('the deadline turns amber, then red, then expires and removes the button', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const award = await awardPrize(instance, account, { title: 'Bivvy', left: 25 * HOUR })
  await signIn(account)
  // The leaps of the clock would abort what a live message has just asked for.
  await page.routeWebSocket('**/realtime/**', () => {})
  await page.clock.install()
  await keepDeviceClock(page)
  const answered = answersOf(page)
  await page.goto(`/prizes/claim/${award}`)
  // The box in colour: of the elements around the time, the outermost.
  const prize = page.getByRole('complementary', { name: 'Prize' })
  const banner = prize.locator('div', { has: page.locator('time') }).first()
  await expect(banner).toContainText('1 day')
  await expect(banner).toHaveCSS('background-color', await colour(page, '--warn-soft'))
  await answered()
  await page.clock.fastForward(2 * HOUR)
  await expect(banner).toHaveCSS('background-color', await colour(page, '--danger-soft'))
  await expect(banner).toContainText(/22 h 5\d min left/)
  await answered()
  await page.clock.fastForward(MINUTE)
  await expect(banner).toContainText(/22 h 5\d min left/)
  await answered()
  await page.clock.fastForward(23 * HOUR)
  await expect(banner).toContainText('Expired')
  await expect(banner).toHaveCSS('background-color', await colour(page, '--surface-3'))
  await expect(page.getByText('Claim deadline has expired')).toBeVisible()
  await expect(claimButton(page)).toBeDisabled()
})

test("another member's prize and an invented one are not found", async ({ page, instance, signIn }) => {
  const award = await awardPrize(instance, await instance.register(), { title: 'Not yours' })
  await signIn(await instance.register())
  for (const id of [award, 'no-such-prize']) {
    await page.goto(`/prizes/claim/${id}`)
    await expect(page.getByRole('alert')).toContainText('Prize not found')
    await expect(page.getByText('Not yours')).toHaveCount(0)
    await page.getByRole('link', { name: 'Return to Dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  }
})

test.describe('when a call fails', () => {
  test.use({
    expectedErrors: /Failed to load resource|loadPrizeDetails|loadSavedAddresses|submitPrizeClaim/,
  })

  test('reports a prize that cannot be loaded, with a link back or another try', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    const award = await awardPrize(instance, account, { title: 'Bivvy' })
    await signIn(account)
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    await page.route('**/rest/v1/prize_awards?*', (route) => refuse(route))
    await page.goto(`/prizes/claim/${award}`)
    await expect(page.getByRole('alert')).toContainText('Failed to load prize details')
    await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible()
    await page.unroute('**/rest/v1/prize_awards?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Bivvy' })).toBeVisible()
  })

  test('without the address book a new address can still be entered', async ({ page, instance, signIn }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const account = await instance.register()
    await saveAddress(instance, account, 'First Home')
    const award = await awardPrize(instance, account, { title: 'Bivvy' })
    await signIn(account)
    await page.route('**/rest/v1/shipping_addresses?select*', (route) => refuse(route))
    await page.goto(`/prizes/claim/${award}`)
    await expect(page.getByRole('alert')).toContainText('Failed to load saved addresses')
    await expect(page.getByLabel('Full name')).toBeVisible()
    await page.unroute('**/rest/v1/shipping_addresses?select*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('radio', { name: /First Home/ })).toBeChecked()
  })

  test('a lost claim keeps the form, and the next try claims once', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    const award = await awardPrize(instance, account, { title: 'Bivvy' })
    await signIn(account)
    await page.goto(`/prizes/claim/${award}`)
    await fillAddress(page)
    await terms(page).check()
    await page.route('**/rest/v1/prize_awards?*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await claimButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Failed to submit prize claim')
    await expect(page.getByLabel('City')).toHaveValue('Albany')
    await page.unroute('**/rest/v1/prize_awards?*')
    await page.getByLabel('City').fill('Troy')
    await claimButton(page).click()
    await expect(page.getByText('Prize claimed successfully!')).toBeVisible()
    const client = await instance.signedIn(account)
    const { data } = await client.from('shipping_addresses').select('city').throwOnError()
    expect(data).toEqual([{ city: 'Troy' }])
  })

  test('a claim whose answer is lost counts as claimed', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    const award = await awardPrize(instance, account, { title: 'Bonus', type: 'points', points: 40 })
    await signIn(account)
    await page.goto(`/prizes/claim/${award}`)
    await page.route('**/rest/v1/prize_awards?*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await route.fetch()
      return route.abort()
    })
    await terms(page).check()
    await claimButton(page).click()
    await expect(page.getByText('Prize claimed successfully!')).toBeVisible()
    await expect(page.getByText('Prize: Bonus')).toHaveCount(1)
  })

  test("a refusal shows the database's message", async ({ page, instance, signIn }) => {
    const account = await instance.register()
    const award = await awardPrize(instance, account, { title: 'Bonus', type: 'points' })
    await signIn(account)
    // Without live changes, which would lock the form by themselves.
    await page.routeWebSocket(/\/realtime\//, () => {})
    await page.goto(`/prizes/claim/${award}`)
    // The award is taken away while the member has it open.
    await expect(terms(page)).toBeEnabled()
    const admin = await instance.signedIn(instance.bailiff)
    await admin
      .from('prize_awards')
      .update({ claim_deadline: new Date(Date.now() - MINUTE).toISOString() })
      .eq('id', award)
      .throwOnError()
    await terms(page).check()
    await claimButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Claim deadline has expired')
    await expect(claimButton(page)).toBeDisabled()
    await expect(page.getByText('Expired', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('axe finds nothing on the form with its errors in either theme, and nothing scrolls sideways', async ({
    page,
    instance,
    signIn,
  }) => {
    const account = await instance.register()
    await saveAddress(instance, account, `${'W'.repeat(60)} דג 🎣`)
    const award = await awardPrize(instance, account, { title: 'W'.repeat(90), left: 2 * HOUR })
    await signIn(account)
    await page.goto(`/prizes/claim/${award}`)
    await page.getByText('Enter a new address').click()
    await claimButton(page).click()
    await expect(page.getByText('You must accept the terms and conditions')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  })
})

// Lost connections are retried for some seconds before an error is shown; a refusal is final.
const refuse = (route: Route) =>
  route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } })
