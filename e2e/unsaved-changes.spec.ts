import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dialog, openConsole, sectionLink } from './support/console.ts'
import { awardPrize } from './support/prizes.ts'
import { expect, test } from './support/test.ts'

const question = (page: Page) => dialog(page, 'Leave without saving?')

/** The question appears, Cancel keeps the draft, Leave leaves the page. */
async function expectAsked(page: Page, kept: () => Promise<void>) {
  await sectionLink(page, 'Videos').click()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await kept()
  await sectionLink(page, 'Videos').click()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Videos' })).toBeVisible()
}

test('leaving asks once about unsaved texts of all landing page blocks, which survive a reload', async ({
  page,
  instance,
  signIn,
}) => {
  await openConsole({ page, signIn, instance }, 'content', 'Content')
  const hero = page.getByRole('region', { name: 'Hero' })
  const feature = page.getByRole('region', { name: 'Feature 1' })
  const before = await hero.getByLabel('Title').inputValue()
  await hero.getByLabel('Title').fill('Half a title')
  await feature.getByLabel('Title').fill('Another half')
  await page.reload()
  await expect(hero.getByLabel('Title')).toHaveValue('Half a title')
  await expect(hero.getByText('Your unsaved changes have been restored.')).toBeVisible()
  await expectAsked(page, () => expect(hero.getByLabel('Title')).toHaveValue('Half a title'))
  await sectionLink(page, 'Content').click()
  await expect(hero.getByLabel('Title')).toHaveValue(before)
  await expect(feature.getByLabel('Title')).not.toHaveValue('Another half')
  await sectionLink(page, 'Videos').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Videos' })).toBeVisible()
})

test('Back keeps a block’s draft for the return, and Discard deletes it', async ({ page, instance, signIn }) => {
  await openConsole({ page, signIn, instance }, 'videos', 'Videos')
  await sectionLink(page, 'Content').click()
  const block = page.getByRole('region', { name: 'Feature 2' })
  const before = await block.getByLabel('Title').inputValue()
  await block.getByLabel('Title').fill('Half a title')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Videos' })).toBeVisible()
  await page.goForward()
  await expect(block.getByLabel('Title')).toHaveValue('Half a title')
  await block.getByRole('button', { name: 'Discard' }).click()
  await expect(block.getByLabel('Title')).toHaveValue(before)
})

for (const { section, heading, field } of [
  { section: 'settings', heading: 'Site Settings', field: 'Currency symbol' },
  { section: 'referrals', heading: 'Referrals', field: 'Points per referral' },
]) {
  test(`leaving asks about an unsaved ${field.toLowerCase()}`, async ({ page, instance, signIn }) => {
    await openConsole({ page, signIn, instance }, section, heading)
    await page.getByLabel(field).fill('7')
    await expectAsked(page, () => expect(page.getByLabel(field)).toHaveValue('7'))
    await sectionLink(page, heading).click()
    await expect(page.getByLabel(field)).not.toHaveValue('7')
  })
}

test('a new badge survives a reload, and is asked about before it is discarded', async ({ page, instance, signIn }) => {
  await openConsole({ page, signIn, instance }, 'badges', 'Badges')
  const open = page.getByRole('main').getByRole('button', { name: 'Create badge' })
  await open.click()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Half a badge')
  await page.reload()
  await expect(name).toHaveValue('Half a badge')
  const discard = dialog(page, 'Discard your changes?')
  await page.keyboard.press('Escape')
  await discard.getByRole('button', { name: 'Cancel' }).click()
  await expect(name).toHaveValue('Half a badge')
  await page.keyboard.press('Escape')
  await discard.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await open.click()
  await expect(name).toHaveValue('')
})

test('leaving and cancelling ask about an unsaved claim, which survives a reload', async ({
  page,
  instance,
  signIn,
}) => {
  const word = randomUUID().slice(0, 8)
  const winner = await instance.register()
  await awardPrize(instance, winner, { title: `Net ${word}`, type: 'digital' })
  await openConsole({ page, signIn, instance }, `claims?q=${word}`, 'Claims')
  const claim = page.getByRole('article', { name: `${winner.username} Net ${word}` })
  const notes = claim.getByLabel('Admin notes')
  const open = () => claim.getByRole('button', { name: 'Update Status' }).click()
  await open()
  await notes.fill('Half a sentence')
  await page.reload()
  await open()
  await expect(notes).toHaveValue('Half a sentence')
  await expect(claim.getByText('Your unsaved changes have been restored.')).toBeVisible()
  await claim.getByRole('button', { name: 'Cancel' }).click()
  const discard = dialog(page, 'Discard your changes?')
  await discard.getByRole('button', { name: 'Cancel' }).click()
  await expect(notes).toHaveValue('Half a sentence')
  await expectAsked(page, () => expect(notes).toHaveValue('Half a sentence'))
  await page.goto(`/admin/claims?q=${word}`)
  await open()
  await expect(notes).toHaveValue('')
  await notes.fill('Another half')
  await claim.getByRole('button', { name: 'Cancel' }).click()
  await discard.getByRole('button', { name: 'Discard' }).click()
  await open()
  await expect(notes).toHaveValue('')
})

test('leaving asks about an unsaved password, which is never kept', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/profile')
  await page.getByLabel('New password', { exact: true }).fill('half a password')
  const news = page.getByRole('link', { name: 'News', exact: true }).first()
  await news.click()
  await expect(question(page)).toContainText('Your new password is not saved yet.')
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/newsfeed')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('half a password')
})
