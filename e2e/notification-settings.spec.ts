import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Instance } from './support/instance.ts'
import { pressMuting } from './support/muting.ts'
import { siteWithMail } from './support/site-with-mail.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
const ADDRESS = '/notifications/settings'

test.beforeEach(({ page }) => siteWithMail(page))

/** Some browser of the member receives push messages. */
const subscribe = async (client: Awaited<ReturnType<Instance['signedIn']>>) =>
  client
    .rpc('save_push_subscription', {
      endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'a'.repeat(22),
      device: 'Phone',
    })
    .throwOnError()

test('each change is saved as it is made, with the device’s time zone', async ({ page, instance, signIn }) => {
  const member = await instance.register()
  await subscribe(await instance.signedIn(member))
  await signIn(member)
  await page.goto('/notifications')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(new RegExp(`${ADDRESS}$`))
  await expect(toggle(page, 'Connections, push')).toBeChecked()
  await expect(toggle(page, 'Reactions, push')).not.toBeChecked()
  await expect(page.getByText('Running the club')).toHaveCount(0)

  await toggle(page, 'Connections, push').press('Space')
  await expect(page.getByRole('status').getByText('Saved')).toBeAttached()
  await toggle(page, 'Reactions, email').press('Space')
  await page.getByLabel('From').selectOption('21:30')
  await page.getByRole('radio', { name: /^Daily/ }).check()
  const client = await instance.signedIn(member)
  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  await expect
    .poll(async () => (await client.rpc('my_notification_settings')).data)
    .toMatchObject({ quiet_from: '21:30', quiet_until: '07:00', digest: 'daily', time_zone: zone })

  await page.reload()
  await expect(toggle(page, 'Connections, push')).not.toBeChecked()
  await expect(toggle(page, 'Reactions, email')).toBeChecked()
  await expect(page.getByLabel('From')).toHaveValue('21:30')
  await expect(page.getByRole('radio', { name: /^Daily/ })).toBeChecked()
  await toggle(page, 'Quiet hours').press('Space')
  await expect(page.getByLabel('From')).toHaveCount(0)
  await expect
    .poll(async () => (await client.rpc('my_notification_settings')).data)
    .toMatchObject({ quiet_from: '21:30', quiet_until: '21:30' })
})

test.describe('on a device in Perth', () => {
  test.use({ timezoneId: 'Australia/Perth' })

  test('the first switch that is saved brings the time zone', async ({ page, instance, signIn }) => {
    const member = await instance.register()
    await signIn(member)
    await page.goto(ADDRESS)
    await toggle(page, 'Connections, email').press('Space')
    await expect(page.getByText('Times in Australia/Perth.')).toBeVisible()
    const client = await instance.signedIn(member)
    expect((await client.rpc('my_notification_settings')).data).toMatchObject({
      quiet_from: '22:00',
      quiet_until: '07:00',
      time_zone: 'Australia/Perth',
    })
  })
})

test('a post that its author has muted causes no notifications until it is unmuted', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register()
  const client = await instance.signedIn(author)
  const content = `Quiet water ${randomUUID()}`
  const { data: post } = await client.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
  const own = async () =>
    ((await client.rpc('notifications_page')).data ?? []).filter(({ subject_id }) => subject_id === post.id).length
  await signIn(author)
  await page.goto(`/newsfeed/${post.id}`)
  await pressMuting(page, page.getByRole('button', { name: 'Mute this post' }))
  await expect(page.getByRole('button', { name: 'Unmute this post' })).toBeVisible()
  const reader = await instance.signedIn(await instance.register())
  await reader.from('newsfeed_comments').insert({ post_id: post.id, content: 'Well in' }).throwOnError()
  expect(await own()).toBe(0)

  await page.goto(ADDRESS)
  const muted = page.getByRole('region', { name: 'Muted' })
  await expect(muted.getByRole('link', { name: `Post: ${content}` })).toHaveAttribute('href', `/newsfeed/${post.id}`)
  await pressMuting(page, muted.getByRole('button', { name: /^Unmute/ }))
  await expect(muted).toHaveCount(0)
  await reader.from('newsfeed_comments').insert({ post_id: post.id, content: 'Again' }).throwOnError()
  expect(await own()).toBe(1)
})

test('without push on any device its column is there, and a message says when the browser refuses', {
  tag: '@push',
}, async ({ page, instance, signIn }) => {
  await page.addInitScript(() => {
    Notification.requestPermission = async () => {
      Object.defineProperty(Notification, 'permission', { value: 'denied' })
      return 'denied'
    }
  })
  await signIn(await instance.register())
  await page.goto(ADDRESS)
  const table = page.getByRole('table')
  const here = toggle(page, 'Push on this device')
  await expect(here).not.toBeChecked()
  await expect(table.getByRole('columnheader')).toHaveText(['Kind', 'In app', 'Push', 'Email'])
  await expectAccessible(page)
  await here.click()
  await expect(page.getByRole('status').getByText('Your browser blocks notifications.')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'What and where' }).getByText('Your browser blocks notifications.'),
  ).toBeVisible()
  await expect(here).toHaveCount(0)
  await expect(table.getByRole('columnheader')).toHaveText(['Kind', 'In app', 'Push', 'Email'])
})

test('a member is muted on their page, found in the list, and unmuted', async ({ page, instance, signIn }) => {
  const [author, loud] = [await instance.register(), await instance.register()]
  const client = await instance.signedIn(author)
  const other = await instance.signedIn(loud)
  const { data: post } = await client
    .from('newsfeed_posts')
    .insert({ content: 'Mist' })
    .select('id')
    .single()
    .throwOnError()
  const say = (content: string) => other.from('newsfeed_comments').insert({ post_id: post.id, content }).throwOnError()
  const told = async () => (await client.rpc('notifications_page').throwOnError()).data.map(({ excerpt }) => excerpt)
  await signIn(author)
  await page.goto(`/members/${loud.username}`)
  const menu = page.getByRole('button', { name: 'Member options' })
  await menu.click()
  await pressMuting(page, page.getByRole('menuitem', { name: 'Mute this member' }))
  await expect(menu).toBeFocused()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Unmute this member' })).toBeVisible()
  await say('Corn')
  expect(await told()).not.toContain('Corn')
  await page.goto(ADDRESS)
  const muted = page.getByRole('region', { name: 'Muted' })
  await expect(muted.getByRole('link', { name: loud.username })).toHaveAttribute('href', `/members/${loud.username}`)
  await pressMuting(page, muted.getByRole('button', { name: `Unmute ${loud.username}` }))
  await expect(muted).toHaveCount(0)
  await say('Maize')
  expect(await told()).toContain('Maize')
})

test('no word of the table is broken on a phone, a laptop or with text of twice the size', async ({
  page,
  instance,
  signIn,
}) => {
  const member = await instance.register()
  await subscribe(await instance.signedIn(member))
  await signIn(member)
  await page.goto(ADDRESS)
  await expect(toggle(page, 'Announcements, push')).toBeVisible()
  for (const width of [320, 390, 1280])
    for (const size of ['100%', '200%']) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize
      }, size)
      const broken = await page.getByRole('region', { name: 'What and where' }).evaluate((card) => {
        const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}@]+/gu)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
            if (lines.size > 1) found.push(word)
          }
        return found
      })
      expect(broken, `${width} pixels, text of ${size}`).toEqual([])
      await expectNoSidewaysScroll(page)
      // Which switch is which can be seen: above each switch or, in the table, at its head.
      for (const channel of ['In app', 'Push', 'Email']) {
        const names = page.getByRole('table').getByText(channel, { exact: true }).filter({ visible: true })
        expect((await names.last().boundingBox())?.width).toBeGreaterThan(20)
      }
    }
})

test('an admin has the settings for running the club', async ({ page, instance, signIn }) => {
  await signIn(instance.bailiff)
  await page.goto(ADDRESS)
  await expect(toggle(page, 'Running the club, in app')).toBeChecked()
})

test('axe finds nothing in either theme, on a laptop and a phone', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto(ADDRESS)
  await expect(toggle(page, 'Connections, email')).toBeVisible()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 4_000 })
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  }
})

test.describe('when a call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|loadSettings|saveSettings/ })

  test('the switch returns and says why, and the page loads at the next try', async ({ page, instance, signIn }) => {
    const fail = { status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } }
    await signIn(await instance.register())
    await page.route('**/rpc/my_notification_settings**', (route) => route.fulfill(fail))
    await page.goto(ADDRESS)
    await expect(page.getByRole('heading', { name: 'Failed to load settings' })).toBeVisible()
    await page.unroute('**/rpc/my_notification_settings**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.route('**/rpc/save_notification_setting**', (route) => route.fulfill(fail))
    await toggle(page, 'Connections, in app').press('Space')
    await expect(page.getByText(/^Failed to save settings/)).toBeVisible()
    await expect(toggle(page, 'Connections, in app')).toBeChecked()
  })
})
