import type { Page } from '@playwright/test'
import { dialog, failCalls, openConsole } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const ROWS = '**/rest/v1/live_videos*'

async function makeVideo(instance: Instance, title: string, isActive = false) {
  const admin = await instance.signedIn(instance.bailiff)
  await admin
    .from('live_videos')
    .insert({
      title,
      embed_code: 'https://vimeo.com/76979871',
      scheduled_for: '2026-12-01T19:00:00Z',
      is_active: isActive,
      provider: '',
      video_id: '',
    })
    .throwOnError()
}
async function clear(instance: Instance) {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('live_videos').delete().neq('title', '').throwOnError()
}
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const state = (page: Page, title: string, word: string) => row(page, title).getByText(word, { exact: true })

test.use({ timezoneId: 'Europe/Berlin' })
test.beforeEach(({ instance }) => clear(instance))

test('a video is previewed, added in the admin’s time zone, changed and deleted', async ({
  page,
  signIn,
  instance,
}) => {
  await openConsole({ page, signIn, instance }, 'videos', 'Videos')
  await expect(page.getByText('No live videos available yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add video' }).click()
  const form = dialog(page, 'Add a video')
  await form.getByLabel('Title').fill('Winter rigs')
  await form
    .getByLabel('Embed code')
    .fill('<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=a" allowfullscreen></iframe>')
  await expect(form.getByText('Plays from YouTube, which can then see that you watched.')).toBeVisible()
  await form.getByLabel('Scheduled for').fill('2026-12-01T20:00')
  await expect(form.getByText('Central European Standard Time (Europe/Berlin)')).toBeVisible()
  await form.getByRole('button', { name: 'Create video' }).dblclick()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Live videos' }).getByRole('listitem')).toHaveCount(1)
  await expect(state(page, 'Winter rigs', 'Inactive')).toBeVisible()
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin.from('live_videos').select('embed_code, scheduled_for').throwOnError()
  expect(data).toEqual([
    {
      embed_code: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      scheduled_for: '2026-12-01T19:00:00+00:00',
    },
  ])

  await page.getByRole('button', { name: 'Edit Winter rigs' }).click()
  const edit = dialog(page, 'Edit video')
  await expect(edit.getByLabel('Scheduled for')).toHaveValue('2026-12-01T20:00')
  await edit.getByLabel('Title').fill('Summer rigs')
  await edit.getByRole('button', { name: 'Save video' }).click()
  await expect(edit).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete Summer rigs' }).click()
  const question = dialog(page, 'Delete this video?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No live videos available yet.')).toBeVisible()
})

test('activating one deactivates the other, and the Live page follows', async ({ page, signIn, instance, browser }) => {
  await makeVideo(instance, 'First')
  await makeVideo(instance, 'Second', true)
  await openConsole({ page, signIn, instance }, 'videos', 'Videos')
  await expect(state(page, 'Second', 'Active')).toBeVisible()
  const member = await instance.register()
  const other = await (await browser.newContext({ baseURL: instance.url })).newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(member.email)
  await other.getByLabel('Password', { exact: true }).fill(member.password)
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect(other.getByRole('button', { name: 'Exit' })).toBeVisible()
  await other.goto('/live')
  await expect(other.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible()

  await page.getByRole('button', { name: 'Activate First' }).click()
  const question = dialog(page, 'Activate this video?')
  await expect(question).toContainText('It replaces Second, which will be deactivated.')
  await question.getByRole('button', { name: 'Activate' }).click()
  await expect(question).toHaveCount(0)
  await expect(state(page, 'First', 'Active')).toBeVisible()
  await expect(state(page, 'Second', 'Inactive')).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'First' })).toBeVisible()

  await page.getByRole('button', { name: 'Deactivate First' }).click()
  await dialog(page, 'Deactivate this video?').getByRole('button', { name: 'Deactivate' }).click()
  await expect(state(page, 'First', 'Inactive')).toBeVisible()
  await other.reload()
  await expect(other.getByRole('heading', { name: 'No Live Video' })).toBeVisible()
  await other.context().close()
})

test('title, embed code and schedule are required, and other sites are refused with a message', async ({
  page,
  signIn,
  instance,
}) => {
  await openConsole({ page, signIn, instance }, 'videos', 'Videos')
  await page.getByRole('button', { name: 'Add video' }).click()
  const form = dialog(page, 'Add a video')
  await form.getByRole('button', { name: 'Create video' }).click()
  await expect(form.getByText('Title is required')).toBeVisible()
  await expect(form.getByText('Embed code is required')).toBeVisible()
  await expect(form.getByText('Scheduled time is required')).toBeVisible()
  await expect(form.getByLabel('Title')).toBeFocused()
  await form.getByLabel('Title').fill('Winter rigs')
  for (const code of [
    'https://evil.example/embed/1',
    '<script>alert(1)</script>',
    'https://youtube.com.evil.io/watch?v=1',
  ]) {
    await form.getByLabel('Embed code').fill(code)
    await expect(form.getByText('This is not a YouTube, Vimeo, Twitch or Facebook video.').first()).toBeVisible()
  }
  await form.getByRole('button', { name: 'Create video' }).click()
  await expect(form.getByLabel('Embed code')).toBeFocused()
})

test('warns the second of two admins, and overwrites nothing', async ({ page, signIn, instance }) => {
  await makeVideo(instance, 'Draw night')
  await openConsole({ page, signIn, instance }, 'videos', 'Videos')
  await page.getByRole('button', { name: 'Edit Draw night' }).click()
  const form = dialog(page, 'Edit video')
  await form.getByLabel('Title').fill('Mine')
  const other = await instance.signedIn(instance.bailiff)
  await other.from('live_videos').update({ title: 'Theirs' }).eq('title', 'Draw night').throwOnError()
  await expect(page.locator('li', { hasText: 'Theirs' })).toBeVisible()
  await form.getByRole('button', { name: 'Save Video' }).click()
  await expect(form.getByText('Someone else changed this in the meantime')).toBeVisible()
  await form.getByRole('button', { name: 'Load latest version' }).click()
  await expect(form.getByLabel('Title')).toHaveValue('Theirs')
})

test('is accessible in both themes and fits a phone', async ({ page, signIn, instance }) => {
  await makeVideo(instance, 'W'.repeat(60), true)
  await openConsole({ page, signIn, instance }, 'videos', 'Videos')
  await expect(row(page, 'WWW')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: /^Edit W/ }).click()
  await expect(dialog(page, 'Edit video').getByRole('button', { name: 'Play video' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test.describe('when the service fails', () => {
  test.use({ expectedErrors: /Failed to load resource|video/i })

  test('reports what could not be loaded, and tries again', async ({ page, signIn, instance }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const restore = await failCalls(page, ROWS)
    await openConsole({ page, signIn, instance }, 'videos', 'Videos')
    await expect(page.getByText('Failed to load videos')).toBeVisible()
    await restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No live videos available yet.')).toBeVisible()
  })

  test('reports each failed change, and keeps the input', async ({ page, signIn, instance }) => {
    await makeVideo(instance, 'Draw night')
    await openConsole({ page, signIn, instance }, 'videos', 'Videos')
    await failCalls(page, ROWS, 'POST')
    await failCalls(page, ROWS, 'PATCH')
    await failCalls(page, ROWS, 'DELETE')
    await page.getByRole('button', { name: 'Activate Draw night' }).click()
    await page.getByRole('button', { name: 'Activate', exact: true }).click()
    await expect(page.getByText('Failed to update video')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete Draw night' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Failed to delete video')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Add video' }).click()
    const form = dialog(page, 'Add a video')
    await form.getByLabel('Title').fill('Worth keeping')
    await form.getByLabel('Embed code').fill('https://vimeo.com/76979871')
    await form.getByLabel('Scheduled for').fill('2026-12-01T20:00')
    await form.getByRole('button', { name: 'Create video' }).click()
    await expect(page.getByText('Failed to create video')).toBeVisible()
    await expect(form.getByLabel('Title')).toHaveValue('Worth keeping')
  })
})
