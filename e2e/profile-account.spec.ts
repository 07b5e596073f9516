import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { answersOf } from './support/answered.ts'
import { failCalls } from './support/console.ts'
import { registerReferred } from './support/referred.ts'
import { expect, test } from './support/test.ts'

const jpeg = async () => ({
  name: 'swim.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 60, height: 60, channels: 3, background: '#2f7d5b' } })
    .jpeg()
    .toBuffer(),
})

const changePassword = async (page: Page, current: string, next: string, confirm = next) => {
  await page.getByLabel('Current password', { exact: true }).fill(current)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm new password', { exact: true }).fill(confirm)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test('the referral link is copied, with a confirmation for two seconds', async ({
  page,
  context,
  instance,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const account = await instance.register()
  await signIn(account)
  await page.clock.install()
  const answered = answersOf(page)
  await page.goto('/profile')
  await expect(page.getByText('No referrals yet. Share your link to start earning points!')).toBeVisible()
  const button = page.getByRole('region', { name: 'Referrals' }).getByRole('button', { name: /Copy Link|Copied!/ })
  await expect(button).toHaveText('Copy Link')
  await answered()
  await page.clock.pauseAt(Date.now() + 60_000)
  await button.click()
  await expect(button).toHaveText('Copied!')
  await page.clock.runFor(1900)
  await expect(button).toHaveText('Copied!')
  await page.clock.runFor(200)
  await expect(button).toHaveText('Copy Link')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${instance.url}/register?ref=${account.id}`)
})

test('a pending referral is approved and credited once, and the confirmation disappears after three seconds', async ({
  page,
  instance,
  signIn,
}) => {
  const host = await instance.register()
  const friend = await registerReferred(instance, host.id)
  await signIn(host)
  await page.goto('/profile')
  const referrals = page.getByRole('region', { name: 'Referrals' })
  await expect(referrals.getByText(`Pending referral ${friend.email}`)).toBeVisible()
  await expect(referrals.getByText('Awaiting registration')).toBeVisible()
  await referrals.getByRole('button', { name: 'Approve' }).dblclick()
  const success = referrals.getByText('Referral approved successfully!')
  await expect(success).toBeVisible()
  await expect(referrals.getByText(`Successfully referred ${friend.username}`)).toBeVisible()
  await expect(referrals.getByText(/^Completed on /)).toBeVisible()
  await expect(success).toBeHidden({ timeout: 10_000 })
  const { data } = await (await instance.signedIn(host)).from('referrals').select('status')
  expect(data).toEqual([{ status: 'completed' }])
})

test('a new password is checked before it is sent, then works', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await signIn(account)
  await page.goto('/profile')
  await changePassword(page, account.password, '12345')
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await changePassword(page, account.password, 'still-water', 'other-water')
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await changePassword(page, account.password, 'still-water')
  const success = page.getByText('Password updated successfully!')
  await expect(success).toBeVisible()
  await expect(success).toBeHidden({ timeout: 10_000 })
  await instance.signedIn({ ...account, password: 'still-water' })
})

test('a saved profile is confirmed for three seconds', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/profile')
  await page.getByLabel('Bio').fill('Barbless only.')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(page.getByText('Profile updated successfully!')).toBeHidden({ timeout: 10_000 })
})

test('Back does not ask about a draft, which is restored on return', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await signIn(account)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto('/profile')
  await page.getByLabel('Bio').fill('Half a sentence')
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goForward()
  await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence')

  await page.evaluate(() => window.history.pushState(null, '', '/profile'))
  await page.getByLabel('Username').fill(`${account.username}x`)
  await page.reload()
  await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence')
  await expect(page.getByLabel('Username')).toHaveValue(`${account.username}x`)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('Back inside the app also keeps the draft', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/leaderboard')
  await page.getByRole('link', { name: 'News' }).first().click()
  await expect(page).toHaveURL(/\/newsfeed$/)
  await page.evaluate(() => {
    window.history.pushState(null, '', '/profile')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.getByLabel('Bio').fill('Kept by the tab')
  await page.goBack()
  await expect(page).toHaveURL(/\/newsfeed$/)
  await page.goForward()
  await expect(page.getByLabel('Bio')).toHaveValue('Kept by the tab')
})

test.describe('when a call fails', () => {
  test.use({
    expectedErrors:
      /Failed to load resource|uploadAvatar|delete|approveReferral|loadStatistics|updatePassword|signIn|Failed to fetch/i,
  })

  test('reports an avatar that cannot be uploaded', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/profile')
    await expect(page.getByRole('button', { name: 'Change Avatar' })).toBeVisible()
    await failCalls(page, '**/storage/v1/object/avatars/**')
    await page.getByLabel('Avatar', { exact: true }).setInputFiles(await jpeg())
    await page.getByRole('button', { name: 'Save avatar' }).click()
    await expect(page.getByText('Failed to upload avatar')).toBeVisible()
  })

  test('reports a photo whose file remains, and one that remains in the profile', async ({
    page,
    instance,
    signIn,
  }) => {
    await signIn(await instance.register())
    await page.goto('/profile')
    await expect(page.getByText('Add Photo')).toBeVisible()
    const photos = page.getByRole('button', { name: /^Delete fishing photo/ })
    for (const count of [1, 2]) {
      await page.getByLabel('Fishing photo', { exact: true }).setInputFiles(await jpeg())
      await expect(photos).toHaveCount(count)
    }
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete fishing photo 1' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    }
    const refuse = (route: Route) =>
      route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', error: 'no', statusCode: '400' } })
    await page.route('**/storage/v1/object/fishing-photos', refuse)
    await remove()
    await expect(page.getByText('Failed to delete image')).toBeVisible()
    await expect(photos).toHaveCount(1)
    await page.unroute('**/storage/v1/object/fishing-photos')
    await page.route('**/rest/v1/profiles**', (route) =>
      route.request().method() === 'PATCH' ? refuse(route) : route.fallback(),
    )
    await remove()
    await expect(page.getByText('Failed to delete photo')).toBeVisible()
    await expect(photos).toHaveCount(1)
  })

  test('reports a failed approval and a history that cannot be loaded', async ({ page, instance, signIn }) => {
    const host = await instance.register()
    await registerReferred(instance, host.id)
    await signIn(host)
    await page.route('**/rest/v1/referrals**', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 400, json: { code: 'XX000' } }) : route.fallback(),
    )
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Failed to approve referral')).toBeVisible()
    await page.unroute('**/rest/v1/referrals**')
    await page.route('**/rest/v1/referral_details**', (route) =>
      route.fulfill({ status: 400, json: { code: 'XX000' } }),
    )
    await page.reload()
    await expect(page.getByText('Failed to load statistics')).toBeVisible()
  })

  test('reports a password that cannot be changed and a sign-in without an answer', async ({
    page,
    instance,
    signIn,
  }) => {
    const account = await instance.register()
    await signIn(account)
    await page.goto('/profile')
    await page.route('**/auth/v1/user**', (route) => route.abort())
    await changePassword(page, account.password, 'still-water')
    await expect(page.getByText('Failed to update password')).toBeVisible()
    await page.goto('/')
    await page.getByRole('button', { name: 'Exit' }).click()
    await page.getByRole('link', { name: 'Login' }).first().click()
    await page.route('**/auth/v1/token**', (route) => route.abort())
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Failed to sign in. Please check your credentials and try again.')).toBeVisible()
  })
})
