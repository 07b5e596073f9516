import type { Instance } from './support/instance.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

// Only one video is active at a time, so these stories must not run in parallel.
test.describe.configure({ mode: 'default' })

const HOUR = 3_600_000

async function clear(instance: Instance) {
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('live_videos').delete().eq('is_active', true).throwOnError()
  return admin
}

async function schedule(instance: Instance, embed: string, startsIn: number, title = 'Winter rigs with Old Gregor') {
  const admin = await clear(instance)
  const video = {
    title,
    description: 'An hour on the bench.\nBring a brew.',
    embed_code: embed,
    scheduled_for: new Date(Date.now() + startsIn).toISOString(),
    is_active: true,
  }
  // The database derives provider and ID, but the types require them in an insert.
  await admin
    .from('live_videos')
    .insert({ ...video, provider: '', video_id: '' })
    .throwOnError()
}

test.beforeEach(async ({ instance, signIn }) => {
  await clear(instance)
  await signIn(await instance.register())
})

test('without a video the page shows a message, accessible in both themes', async ({ page }) => {
  await page.goto('/live')
  await expect(page.getByRole('heading', { name: 'No Live Video' })).toBeVisible()
  await expect(page.getByText('on now')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
})

test('the video shows title, time with zone and text, and sends no request to other sites before play is pressed', async ({
  page,
  instance,
}) => {
  await schedule(instance, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', -HOUR)
  const foreign: string[] = []
  const own = new URL(instance.url).host
  await page.route(
    (url) => url.host !== own,
    (route) => {
      foreign.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>playing</p>' })
    },
  )
  await page.goto('/live')
  await expect(page.getByRole('heading', { level: 1, name: 'Winter rigs with Old Gregor' })).toBeVisible()
  await expect(page.getByText('Live now')).toBeVisible()
  await expect(page.getByText('Bring a brew.')).toBeVisible()
  const zone = await page.evaluate(
    () =>
      new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')?.value,
  )
  await expect(page.getByRole('time')).toContainText(zone ?? '')
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(foreign).toEqual([])
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Play video' }).click()
  const frame = page.getByTitle('Winter rigs with Old Gregor')
  await expect(frame).toBeFocused()
  await expect(frame).toHaveAttribute('sandbox', /allow-scripts/)
  await expect(frame).not.toHaveAttribute('sandbox', /top-navigation|allow-forms|allow-modals/)
  await expect(page.frameLocator('iframe').getByText('playing')).toBeVisible()
  expect(foreign[0]).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
})

for (const [provider, embed, address] of [
  ['Vimeo', 'https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['Twitch', 'https://www.twitch.tv/old_gregor', 'https://player.twitch.tv/?channel=old_gregor&parent=127.0.0.1'],
  ['Facebook', 'https://www.facebook.com/watch/?v=10153231379946729', 'https://www.facebook.com/plugins/video.php'],
] as const)
  test(`a player of ${provider} is allowed by the content security policy`, async ({ page, instance }) => {
    await schedule(instance, embed, -HOUR)
    await page.route(
      (url) => url.href.startsWith(address),
      (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>playing</p>' }),
    )
    await page.goto('/live')
    await expect(page.getByText(`Plays from ${provider}`)).toBeVisible()
    await page.getByRole('button', { name: 'Play video' }).click()
    await expect(page.frameLocator('iframe').getByText('playing')).toBeVisible()
  })

test('a future video is upcoming without a dot; an active one has the dot on every page', async ({
  page,
  instance,
}) => {
  await schedule(instance, 'https://youtu.be/dQw4w9WgXcQ', 2 * HOUR)
  await page.goto('/live')
  await expect(page.getByText('Upcoming')).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link', { name: 'Live Video', exact: true })).toBeVisible()
  await schedule(instance, 'https://youtu.be/dQw4w9WgXcQ', -HOUR)
  await page.goto('/profile')
  await expect(bar.getByRole('link', { name: 'Live Video (on now)' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'Live Video (on now)' })).toBeVisible()
})

test('a video started by an admin appears by itself', async ({ page, instance }) => {
  await page.goto('/live')
  await expect(page.getByRole('heading', { name: 'No Live Video' })).toBeVisible()
  await schedule(instance, 'https://youtu.be/dQw4w9WgXcQ', -HOUR, 'Straight from the bank')
  await expect(page.getByRole('heading', { name: 'Straight from the bank' })).toBeVisible({ timeout: 15_000 })
})

test('a long title stays within a narrow window', async ({ page, instance }) => {
  await schedule(instance, 'https://youtu.be/dQw4w9WgXcQ', -HOUR, 'מים שקטים 🎣 '.padEnd(100, 'W'))
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/live')
  await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test.describe('when the call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|loadLiveVideo/ })

  test('the page reports it and loads after a retry', async ({ page }) => {
    // A live connection, or a change by someone else, would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const call = '**/rest/v1/live_videos**'
    await page.route(call, (route) => route.fulfill({ status: 400, json: { code: 'XX000', message: 'no' } }))
    await page.goto('/live')
    await expect(page.getByRole('heading', { name: 'Failed to load live video' })).toBeFocused()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'No Live Video' })).toBeVisible()
  })
})
