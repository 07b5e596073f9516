import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openConsole } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const PHONE = { width: 390, height: 844 }
const row = (page: Page, weight: string) => page.getByRole('button', { name: new RegExp(`^${weight}`) })
const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
const status = (page: Page, text: string) => page.getByRole('status').getByText(text)

/** A member who weighs in pounds and has logged a catch for everyone, with a photo. */
async function angler(instance: Instance, grams: number, variety: string, name?: string): Promise<Account> {
  const account = await instance.register(name)
  const client = await instance.signedIn(account)
  await client.from('profiles').update({ weight_unit: 'lbs' }).eq('id', account.id).throwOnError()
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#506b2f' } })
    .jpeg()
    .toBuffer()
  const photo_path = `${account.id}/${randomUUID()}.jpg`
  const { error } = await client.storage.from('catch-photos').upload(photo_path, photo, { contentType: 'image/jpeg' })
  expect(error).toBeNull()
  const caught_on = new Date().toISOString().slice(0, 10)
  await client
    .rpc('log_catch', { request_id: randomUUID(), grams, caught_on, variety, visibility: 'members', photo_path })
    .throwOnError()
  return account
}

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
