import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { closedLayer } from './support/closed-layer.ts'
import { openConsole } from './support/console.ts'
import { test } from './support/own-site.ts'
import { angler, offerCatch } from './support/record-offers.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const PHONE = { width: 390, height: 844 }
const row = (page: Page, weight: string) => page.getByRole('button', { name: new RegExp(`^${weight}`) })
const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
const status = (page: Page, text: string) => page.getByRole('status').getByText(text)

const offerInJournal = async (page: Page, weight: string) => {
  await page.goto('/journal')
  await row(page, weight).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Offer for the record' }).click()
  await expect(page.getByRole('dialog').getByText('Offered for the record.', { exact: false })).toBeVisible()
}

test('a member offers a catch, an admin verifies it, and it is the record until it is changed', async ({
  page,
  instance,
  signIn,
}) => {
  test.slow()
  const member = await angler(instance, 18_200, 'common', `${'W'.repeat(42)}${randomUUID().slice(0, 8)}`)
  await signIn(member)
  await page.goto('/records')
  await expect(card(page, 'Common').getByText('No common carp has been verified yet.', { exact: false })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await offerInJournal(page, '40 lb 2 oz')
  await expectAccessibleInBothThemes(page)

  await openConsole({ page, signIn, instance }, 'records', 'Records')
  const offer = page.getByRole('listitem').filter({ hasText: member.username })
  await expect(offer).toContainText('Common')
  await expectAccessibleInBothThemes(page)
  await offer.getByRole('button', { name: `Verify: ${member.username}` }).dblclick()
  await expect(status(page, `The catch of ${member.username} is verified.`)).toBeVisible()
  await expect(page.getByText('No catches are waiting.')).toBeVisible()

  await page.setViewportSize(PHONE)
  await signIn(member)
  await page.goto('/leaderboard')
  await page.getByRole('link', { name: 'Club records' }).click()
  await expect(page.getByRole('heading', { name: 'Club records', level: 1 })).toBeVisible()
  await expect(card(page, 'Common')).toContainText('40 lb 2 oz')
  await expect(card(page, 'Common')).toContainText('Verified by the team')
  await expect(page.getByRole('region', { name: 'The biggest' })).toContainText(member.username)
  await expectNoSidewaysScroll(page)
  const saving = page.waitForEvent('download')
  await card(page, 'Common').getByRole('button', { name: 'Save picture of your record: Common' }).click()
  expect((await saving).suggestedFilename()).toBe('club-record-common.jpg')
  await page.getByRole('tab', { name: 'All time' }).click()
  await expect(page).toHaveURL(/\?period=all$/)
  await page.getByText('Common', { exact: true }).last().click()
  await expect(page.getByRole('region', { name: 'History of the records' })).toContainText('40 lb 2 oz')
  await expectAccessibleInBothThemes(page)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'This season' })).toHaveAttribute('aria-selected', 'true')

  await page.goto('/journal')
  await expect(row(page, '40 lb 2 oz')).toContainText('Verified by the team')
  await row(page, '40 lb 2 oz').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await expect(
    page.getByRole('dialog').getByText('This catch counts for the club records.', { exact: false }),
  ).toBeVisible()
  await page.getByRole('dialog').getByLabel('Ounces').fill('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row(page, '40 lb 1 oz')).not.toContainText('Verified by the team')
  await closedLayer(page)
  await page.goto('/records')
  await expect(card(page, 'Common').getByText('No common carp has been verified yet.', { exact: false })).toBeVisible()
})

test('a catch is declined, the angler reads why, and an admin can undo it', async ({ page, instance, signIn }) => {
  test.slow()
  const member = await angler(instance, 16_000, 'mirror')
  await signIn(member)
  await offerInJournal(page, '35 lb 4 oz')

  await openConsole({ page, signIn, instance }, 'records', 'Records')
  await page.getByRole('button', { name: `Decline: ${member.username}` }).click()
  await page.getByRole('button', { name: 'Decline the catch' }).click()
  await expect(page.getByText('Give the reason: the angler reads it')).toBeVisible()
  await page.getByLabel('Reason').fill('The scales cannot be read.')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Decline the catch' }).click()
  await expect(status(page, `The catch of ${member.username} is declined.`)).toBeVisible()

  await signIn(member)
  await page.goto('/notifications')
  const told = page.getByRole('link', { name: /The club team has declined your catch/ })
  await expect(told).toContainText('The scales cannot be read.')
  await page.goto('/journal')
  await expect(row(page, '35 lb 4 oz')).toContainText('Declined for the record')
  await row(page, '35 lb 4 oz').click()
  await expect(page.getByRole('dialog').getByText('The scales cannot be read.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Offer for the record' })).toHaveCount(0)

  await openConsole({ page, signIn, instance }, 'records?view=decided', 'Records')
  await page.getByRole('button', { name: `Undo: ${member.username}` }).click()
  await expect(status(page, 'The decision is undone, and the catch waits again.')).toBeVisible()
  await page.getByRole('button', { name: /^Waiting/ }).click()
  await expect(page.getByRole('button', { name: `Verify: ${member.username}` })).toBeVisible()
})

test('guests see the records without photos once an admin allows it, and sign in from there', async ({
  page,
  instance,
  signIn,
}) => {
  test.slow()
  const member = await angler(instance, 17_000, 'leather')
  await offerCatch(instance, member)
  const admin = await instance.signedIn(instance.bailiff)
  const { data: offers } = await admin.rpc('record_offer_list').throwOnError()
  const id = offers.find(({ user_id }) => user_id === member.id)?.id ?? ''
  await admin.rpc('decide_record', { id, decision: 'verify' }).throwOnError()
  await page.goto('/records')
  await expect(page).toHaveURL(/\/login$/)

  await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
  await page.getByText('Guests see the club records').click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()
  await page.goto('/leaderboard')
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByRole('button', { name: 'Exit' })).toHaveCount(0)

  const photos: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('catch-photos')) photos.push(request.url())
  })
  // The server keeps heads for some seconds.
  await expect
    .poll(async () => (await page.request.get('/records')).text(), { timeout: 20_000 })
    .toContain('verified by the team')
  await page.setViewportSize(PHONE)
  await page.goto('/records')
  await expect(card(page, 'Leather')).toContainText(member.username)
  await expect(card(page, 'Leather')).toContainText('Verified by the team')
  await expect(page.getByRole('link', { name: member.username })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Log a catch/ })).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('tab', { name: 'All time' }).click()
  await expect(page).toHaveURL(/\?period=all$/)
  await expect(page.getByRole('region', { name: 'The biggest' })).toContainText('Biggest of all time')
  await expect(page.getByRole('region', { name: 'History of the records' })).toHaveCount(0)
  expect(photos).toEqual([])

  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/records$/)
  await expect(page.getByRole('link', { name: member.username }).first()).toBeVisible()
})
