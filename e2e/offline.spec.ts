import { signInAt } from './support/crew.ts'
import { expect, test } from './support/test.ts'
import { storedAddresses, untilControlled } from './support/worker.ts'

test.use({
  serviceWorkers: 'allow',
  // Everything that cannot be fetched without a network is logged, by the browser and by the app.
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|no network|WebSocket|AuthRetryableFetchError|load[A-Z]|checkAdmin|start/,
})

const AS_OF = /^You are offline\. Showing the feed as of \d{1,2}:\d{2}/

test('a member reads the last feed without a network, marked with its time, and it mends itself', async ({
  page,
  context,
  instance,
  signIn,
}) => {
  const [member, other] = [await instance.register(), await instance.register()]
  const api = await instance.signedIn(other)
  const words = `Mist on the lake ${member.username}`
  await api.from('newsfeed_posts').insert({ user_id: other.id, content: words }).throwOnError()
  await signIn(member)
  await page.goto('/newsfeed')
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText(AS_OF)).toBeHidden()
  await untilControlled(page)

  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  await expect(page.getByText(AS_OF)).toBeVisible()
  await page.reload()
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText(AS_OF)).toBeVisible()
  await page.getByRole('link', { name: 'Leaderboard' }).click()
  await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible()
  await page.getByRole('link', { name: 'News' }).click()
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText(AS_OF)).toBeVisible()

  const later = `First fish of the day ${member.username}`
  await api.from('newsfeed_posts').insert({ user_id: other.id, content: later }).throwOnError()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'New posts' }).click()
  await expect(page.getByText(later)).toBeVisible()
  await expect(page.getByText(AS_OF)).toBeHidden()
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeHidden()
})

test('a token that has run out neither signs the member out nor hides the feed while there is no network', async ({
  page,
  context,
  instance,
  signIn,
}) => {
  const member = await instance.register()
  const words = `Two runs before breakfast ${member.username}`
  const api = await instance.signedIn(member)
  await api.from('newsfeed_posts').insert({ user_id: member.id, content: words }).throwOnError()
  await signIn(member)
  await page.goto('/newsfeed')
  await expect(page.getByText(words)).toBeVisible()
  await untilControlled(page)

  await context.setOffline(true)
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('bankside-session') ?? '{}')
    localStorage.setItem('bankside-session', JSON.stringify({ ...session, expires_at: 1_700_000_000 }))
  })
  await page.reload()
  await expect(page.getByText(AS_OF)).toBeVisible()
  await expect(page.getByText(words)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(AS_OF)).toBeHidden({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible()
})

test('every address opens without a network and says so; what failed is asked again with it', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await untilControlled(page)
  await context.setOffline(true)
  for (const path of [
    '/',
    '/register',
    '/login',
    '/forgot-password',
    '/no-such-page',
    '/dashboard',
    '/prizes/claim/1',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page).not.toHaveTitle('Not reachable | Bankside')
  }
  await page.goto('/leaderboard')
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  const failure = page.getByRole('alert').first()
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await expect(failure).toBeHidden()
})

test('nothing of a member is left on the device for the next one', async ({ page, context, instance, signIn }) => {
  const [member, next] = [await instance.register(), await instance.register()]
  const words = `Only for members ${member.username}`
  const api = await instance.signedIn(member)
  await api.from('newsfeed_posts').insert({ user_id: member.id, content: words }).throwOnError()
  await signIn(member)
  await page.goto('/newsfeed')
  await expect(page.getByText(words)).toBeVisible()
  await page.getByPlaceholder(/./).first().fill('Words that were never sent')
  await untilControlled(page)
  await page.evaluate(async () => {
    const photos = await caches.open('bankside-photos')
    await photos.put('/storage/v1/object/public/avatars/a/1.webp', new Response('photo'))
  })
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(words)

  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(words)
  await expect
    .poll(async () => (await storedAddresses(page)).filter(({ store }) => store === 'bankside-photos'))
    .toEqual([])

  await signInAt(page, next)
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })))
    .not.toContain('never sent')
  await context.setOffline(true)
  await page.goto('/newsfeed')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByText(words)).toBeHidden()
})

test('only the app, its settings and photos are ever stored: no answer of a service', async ({
  page,
  instance,
  signIn,
}) => {
  await page.goto('/')
  await untilControlled(page)
  await signIn(await instance.register())
  for (const path of ['/dashboard', '/newsfeed', '/network', '/profile']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  }
  const urls = (await storedAddresses(page)).map(({ url }) => new URL(url).pathname)
  expect(urls).toContain('/')
  expect(urls).toContain('/config.json')
  expect(
    urls.filter((path) => !/^\/($|assets\/|config\.json$|storage\/v1\/(object|render\/image)\/public\/)/.test(path)),
  ).toEqual([])
  expect(urls.filter((path) => path.startsWith('/assets/console/'))).toEqual([])
})
