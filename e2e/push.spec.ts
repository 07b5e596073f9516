import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { untilControlled } from './support/worker.ts'

// No push service is reached from here: the browser's own interface for developers hands messages to the worker.
test.use({ serviceWorkers: 'allow', permissions: ['notifications'], expectedErrors: /404/ })

/** Hands messages to the worker that controls the page, as the browser does when they arrive. */
async function pusher(page: Page, context: BrowserContext): Promise<(message: object) => Promise<void>> {
  const browser = await context.newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const registrationId = await found
  const { origin } = new URL(page.url())
  return async (message) => {
    await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
  }
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all.map(({ title, tag }) => ({ title, tag })).sort((a, b) => a.title.localeCompare(b.title))
  })

test('the worker shows a message once under its tag, and none that was read in the meantime', { tag: '@push' }, async ({
  page,
  context,
  instance,
  signIn,
}) => {
  await signIn(await instance.register())
  await page.goto('/notifications/settings')
  await expect(page.getByRole('switch', { name: 'Push on this device' })).not.toBeChecked()
  await untilControlled(page)
  const push = await pusher(page, context)
  const { origin } = new URL(page.url())
  const message = (title: string, tag: string, ask: string) => ({
    web_push: 8030,
    notification: { title, body: '', navigate: `${origin}/games`, tag, data: { delivery: randomUUID(), ask } },
    app_badge: 1,
  })
  // A delivery that does not exist any more has nothing unread.
  await push(message('Read on another device', 'read', `${origin}/functions/v1/deliver/opened`))
  await push(message('Swim 12 is open', 'game', `${origin}/functions/v1/none`))
  await push(message('Swim 12 closes soon', 'game', `${origin}/functions/v1/none`))
  await push(message('You won Swim 11', 'won', `${origin}/functions/v1/none`))
  await expect
    .poll(() => shown(page))
    .toEqual([
      { title: 'Swim 12 closes soon', tag: 'game' },
      { title: 'You won Swim 11', tag: 'won' },
    ])
})

test('a member is asked after an entry, and not again after "Not now"', { tag: '@push' }, async ({
  page,
  instance,
  signIn,
}) => {
  const admin = await instance.signedIn(instance.bailiff)
  const hour = 3_600_000
  const game = (title: string) => ({
    type: 'guess_weight',
    title,
    image_url: '/mark.svg',
    metadata: { actual_weight: 28.6, unit: 'lbs' },
    start_date: new Date(Date.now() - hour).toISOString(),
    end_date: new Date(Date.now() + 24 * hour).toISOString(),
    status: 'active',
  })
  const titles = [1, 2].map((n) => `Weigh-in ${n} ${randomUUID().slice(0, 8)}`)
  instance.atEnd(() => admin.from('games').delete().in('title', titles).throwOnError())
  await admin.from('games').insert(titles.map(game)).throwOnError()
  await signIn(await instance.register())
  await page.goto('/games')
  const question = page.getByRole('region', { name: 'Get a notification when the result is out?' })
  await expect(page.getByRole('heading', { name: titles[0] })).toBeVisible()
  await expect(question).toHaveCount(0)
  for (const [index, title] of titles.entries()) {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
    await card.getByRole('button', { name: 'Increase by 0.1' }).click()
    await card.getByRole('button', { name: 'Submit guess' }).click()
    await expect(card.getByText('You’re in', { exact: true })).toBeVisible()
    if (index > 0) continue
    await question.getByRole('button', { name: 'Not now' }).click()
  }
  await expect(question).toHaveCount(0)
})
