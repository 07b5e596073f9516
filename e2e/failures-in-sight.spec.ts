import type { Locator } from '@playwright/test'
import { dialog, openConsole } from './support/console.ts'
import { expect, test } from './support/test.ts'

test.use({
  expectedErrors:
    /Failed to load resource|ERR_INTERNET|WebSocket|checkAdmin|saveProfile|delete user|load users|update content|update points/,
})

const expectInSight = (banner: Locator) => expect(banner).toBeInViewport({ ratio: 1 })

test('a failed save of the profile is reported beside its button, as offline when offline, until the network is back', async ({
  page,
  context,
  instance,
  signIn,
}) => {
  await signIn(await instance.register())
  await page.goto('/profile')
  await page.getByLabel('Bio').fill('Mist on the water')
  await context.setOffline(true)
  const save = page.getByRole('button', { name: 'Save Profile' })
  await save.click()
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to save profile' })
  await expectInSight(failure)
  await expect(failure).toContainText('You are offline.')
  await context.setOffline(false)
  await expect(failure).toHaveCount(0)
  await expect(page.getByLabel('Bio')).toHaveValue('Mist on the water')
  await save.click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
})

test('deleting a user while offline reports the network, not the rights, as the cause', async ({
  page,
  context,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await openConsole({ page, signIn, instance }, `users?q=${account.username}`, 'Users')
  await page.getByRole('button', { name: `Delete ${account.username}` }).click()
  await context.setOffline(true)
  const sheet = dialog(page, `Delete ${account.username}?`)
  await sheet.getByRole('button', { name: 'Delete' }).click()
  const failure = sheet.getByRole('alert')
  await expect(failure).toContainText('Failed to delete user')
  await expect(failure).toContainText('You are offline.')
  await expect(failure).not.toContainText('privileges')
  await context.setOffline(false)
  await expect(failure).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Delete' }).click()
  await expect(sheet).toHaveCount(0)
})

test('a failed text of the landing page and a failed change of points are reported beside the button, also on a phone', async ({
  page,
  instance,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/rest/v1/landing_content*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await page.route('**/rest/v1/points_log*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  const account = await instance.register()
  await openConsole({ page, signIn, instance }, 'content', 'Content')
  await page.getByRole('region', { name: 'Feature 3' }).getByLabel('Title').fill('Another title')
  await page.getByRole('button', { name: 'Save Feature 3' }).click()
  await expectInSight(page.getByRole('alert').filter({ hasText: 'Failed to update content' }))
  await page.goto(`/admin/points?user=${account.id}`)
  await page.getByLabel('Points change').fill('5')
  await page.getByLabel('Reason').fill('For the story')
  await page.getByRole('button', { name: 'Update Points' }).click()
  await expectInSight(page.getByRole('alert').filter({ hasText: 'Failed to update points' }))
})
