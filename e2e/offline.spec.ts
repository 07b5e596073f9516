import { signInAt } from './support/crew.ts'
import { makeDoor } from './support/door.ts'
import { expect, test } from './support/test.ts'
import { storedAddresses, untilControlled } from './support/worker.ts'

test.use({
  serviceWorkers: 'allow',
  // The browser and the app log every request that fails while offline.
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_FAILED|Failed to fetch|no network|WebSocket|AuthRetryableFetchError|load[A-Z]|checkAdmin|start/,
})

const AS_OF = /^You are offline\. Showing the feed as of \d{1,2}:\d{2}/

test('a member reads the stored feed offline, marked with its time, and it updates itself once online', async ({
  page,
  context,
  instance,
  signIn,
}) => {
  const [member, other] = [await instance.register(), await instance.register()]
  const api = await instance.signedIn(other)
  const text = `Mist on the lake ${member.username}`
  await api.from('newsfeed_posts').insert({ user_id: other.id, content: text }).throwOnError()
  await signIn(member)
  await page.goto('/newsfeed')
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText(AS_OF)).toBeHidden()
  await untilControlled(page)

  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  await expect(page.getByText(AS_OF)).toBeVisible()
  await page.reload()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText(AS_OF)).toBeVisible()
  await page.getByRole('link', { name: 'Leaderboard' }).click()
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'News', exact: true }).click()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText(AS_OF)).toBeVisible()

  const later = `First fish of the day ${member.username}`
  await api.from('newsfeed_posts').insert({ user_id: other.id, content: later }).throwOnError()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'New posts' }).click()
  await expect(page.getByText(later)).toBeVisible()
  await expect(page.getByText(AS_OF)).toBeHidden()
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeHidden()
})

test('pages open while the server refuses every connection', async ({ page, instance, signIn }) => {
  const member = await instance.register()
  const text = `Nobody at the gate ${member.username}`
  const api = await instance.signedIn(member)
  await api.from('newsfeed_posts').insert({ user_id: member.id, content: text }).throwOnError()
  const door = await makeDoor(instance.url)
  instance.atEnd(() => door.shut())
  await signIn(member)
  await page.goto(`${door.url}/newsfeed`)
  await expect(page.getByText(text)).toBeVisible()
  await untilControlled(page)
  // Firefox resolves a failed preload with an answer that is none.
  const preload = () => navigator.serviceWorker.ready.then((worker) => worker.navigationPreload.getState())
  expect(await page.evaluate(preload)).toMatchObject({ enabled: false })

  await door.shut()
  for (const path of ['/newsfeed', '/leaderboard', '/no-such-page', '/newsfeed']) {
    await page.goto(door.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText(/^Bankside cannot be reached\. Showing the feed as of \d{1,2}:\d{2}/)).toBeVisible()
  // It updates itself, although the feed has had no message since the page was opened.
  await door.open()
  await expect(page.getByText(/^Bankside cannot be reached/)).toBeHidden({ timeout: 60_000 })
  await page.reload()
  await expect(page.getByText(/^Bankside cannot be reached/)).toBeHidden()
  await expect(page.getByText(text)).toBeVisible()
})

test('games and leaderboard are shown as last seen while offline, with their time, and only to the member who saw them', async ({
  page,
  context,
  instance,
  signIn,
}) => {
  const [member, next] = [await instance.register(), await instance.register()]
  const admin = await instance.signedIn(instance.bailiff)
  const title = `Offline game ${member.username}`
  instance.atEnd(() => admin.from('games').delete().eq('title', title).throwOnError())
  const hour = 3_600_000
  await admin
    .from('games')
    .insert({
      title,
      type: 'guess_weight',
      status: 'active',
      metadata: { actual_weight: 28.6, unit: 'lbs' },
      start_date: new Date(Date.now() - hour).toISOString(),
      end_date: new Date(Date.now() + 48 * hour).toISOString(),
    } as never)
    .throwOnError()
  await instance.givePoints(member, 5000)
  await signIn(member)
  await page.goto('/leaderboard')
  await expect(page.getByRole('main').getByText(member.username).first()).toBeVisible()
  await page.goto('/games')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await untilControlled(page)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText(/^Showing the games as of \d{1,2}:\d{2}/)).toBeVisible()
  await expect(page.getByText('Failed to load games')).toHaveCount(0)
  await page.goto('/leaderboard')
  await expect(page.getByRole('main').getByText(member.username).first()).toBeVisible()
  await expect(page.getByText(/^Showing the leaderboard as of \d{1,2}:\d{2}/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Showing the leaderboard as of/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await signInAt(page, next)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(title)
  await context.setOffline(true)
  await page.goto('/games')
  await expect(page.getByRole('heading', { name: 'Failed to load games' })).toBeVisible()
  await expect(page.getByText('this page has not been saved on this device')).toBeVisible()
})

test('an expired token neither signs the member out nor hides the feed while offline', async ({
  page,
  context,
  instance,
  signIn,
}) => {
  const member = await instance.register()
  const text = `Two runs before breakfast ${member.username}`
  const api = await instance.signedIn(member)
  await api.from('newsfeed_posts').insert({ user_id: member.id, content: text }).throwOnError()
  await signIn(member)
  await page.goto('/newsfeed')
  await expect(page.getByText(text)).toBeVisible()
  await untilControlled(page)

  await context.setOffline(true)
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('bankside-session') ?? '{}')
    localStorage.setItem('bankside-session', JSON.stringify({ ...session, expires_at: 1_700_000_000 }))
  })
  await page.reload()
  await expect(page.getByText(AS_OF)).toBeVisible()
  await expect(page.getByText(text)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(AS_OF)).toBeHidden({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible()
})

test('every address opens offline with a notice, and failed requests are repeated once online', async ({
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
  const failure = page.getByRole('heading', { name: 'Failed to load leaderboard' })
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await expect(failure).toBeHidden()
})

test('nothing of a member is left on the device for the next one', async ({ page, context, instance, signIn }) => {
  const [member, next] = [await instance.register(), await instance.register()]
  const text = `Only for members ${member.username}`
  const api = await instance.signedIn(member)
  await api.from('newsfeed_posts').insert({ user_id: member.id, content: text }).throwOnError()
  await signIn(member)
  await page.goto('/newsfeed')
  await expect(page.getByText(text)).toBeVisible()
  await page.getByPlaceholder(/./).first().fill('Words that were never sent')
  await untilControlled(page)
  await page.evaluate(async () => {
    const photos = await caches.open('bankside-photos')
    await photos.put('/storage/v1/object/public/avatars/a/1.webp', new Response('photo'))
  })
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(text)

  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(text)
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
  await expect(page.getByText(text)).toBeHidden()
})

test('only the app, its settings and photos are ever stored, and no answer of a service', async ({
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
