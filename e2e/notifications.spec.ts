import type { Page } from '@playwright/test'
import { whenJoined } from './support/joined.ts'
import { pressMuting } from './support/muting.ts'
import { test } from './support/own-site.ts'
import { awardPrize } from './support/prizes.ts'
import { registerReferred } from './support/referred.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

// On a site of their own: games and announcements of other stories notify everyone.
test.describe.configure({ mode: 'default' })

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

test('the bell counts what happens while the page is open, and opening a row leads there and marks it as read', async ({
  page,
  instance,
  signIn,
}) => {
  const [author, mel, tom] = [await instance.register(), await instance.register(), await instance.register()]
  const client = await instance.signedIn(author)
  const content = `Mist on the water ${author.username}`
  const { data: post } = await client.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
  await signIn(author)
  const joined = whenJoined(page, `member:${author.id}`, '/dashboard')
  await page.goto('/dashboard')
  await joined
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  for (const who of [mel, tom]) {
    const reader = await instance.signedIn(who)
    await reader.from('newsfeed_reactions').insert({ post_id: post.id, reaction: 'heart' }).throwOnError()
  }
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await awardPrize(instance, author, { title: 'Bite alarms', type: 'digital' })
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')

  await expect(page).toHaveTitle('(2) Dashboard | Bankside')
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
  await bell(page).click()
  await panel.getByRole('button', { name: 'Mark all read' }).click()
  await expect(panel.getByText('Unread')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByText('Unread')).toHaveCount(2)
  await panel.getByRole('link', { name: 'See all notifications' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/\/notifications$/)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(0)).toContainText('You won Bite alarms')
  await expect(rows(page).nth(1)).toContainText(`${tom.username} and ${mel.username} reacted to your post`)
  await expect(rows(page).nth(1)).toContainText('Mist on the water')
  await rows(page).nth(0).getByRole('link').click()
  await expect(page).toHaveURL(/\/prizes\/claim\//)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await page.goBack()
  await expect(rows(page).getByText('Unread')).toHaveCount(1)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect(rows(page).getByText('Unread')).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Marked as unread again')).toBeVisible()
  await expect(rows(page).getByText('Unread')).toHaveCount(1)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
})

test('opening a comment in its thread or a game on its page marks its notifications as read, however it was opened', async ({
  page,
  instance,
  signIn,
}) => {
  const [author, mel] = [await instance.register(), await instance.register()]
  const client = await instance.signedIn(author)
  const { data: post } = await client
    .from('newsfeed_posts')
    .insert({ content: `Frost on the rods ${author.username}` })
    .select('id')
    .single()
    .throwOnError()
  const reader = await instance.signedIn(mel)
  const comment = (content: string) =>
    reader.from('newsfeed_comments').insert({ post_id: post.id, content }).throwOnError()
  await comment('Well in')
  await reader.from('newsfeed_reactions').insert({ post_id: post.id, reaction: 'fish' }).throwOnError()
  const admin = await instance.signedIn(instance.bailiff)
  const { data: game } = await admin
    .from('games')
    .insert({
      title: `Frost cup ${author.username}`,
      type: 'guess_weight',
      status: 'active',
      start_date: new Date(Date.now() - 60_000).toISOString(),
      end_date: new Date(Date.now() + 3_600_000).toISOString(),
      metadata: { actual_weight: 20, unit: 'lbs' },
    })
    .select('id')
    .single()
    .throwOnError()
  await signIn(author)
  const joined = whenJoined(page, `member:${author.id}`, '/newsfeed')
  await page.goto('/newsfeed')
  await joined
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread')
  const card = page.getByRole('article').filter({ hasText: `Frost on the rods ${author.username}` })
  await card
    .getByRole('button', { name: /comment/i })
    .first()
    .click()
  await expect(card.getByRole('region', { name: 'Comments' }).getByText('Well in')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await comment('And another')
  await expect(card.getByRole('region', { name: 'Comments' }).getByText('And another')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  const unread = async () => (await client.rpc('unread_notifications').throwOnError()).data
  await expect.poll(unread).toBe(1)
  await page.goto(`/games/${game.id}`)
  await expect(page.getByRole('heading', { name: `Frost cup ${author.username}` }).first()).toBeAttached()
  // Before its number has loaded, the bell has none either.
  await expect.poll(unread).toBe(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('a referral leads to the referrals on the profile, below the form on a phone, and is then read', async ({
  page,
  instance,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const host = await instance.register()
  const friend = await registerReferred(instance, host.id)
  await signIn(host)
  await page.goto('/notifications')
  await page.getByRole('main').getByRole('link', { name: friend.username }).click()
  await expect(page).toHaveURL('/profile#referral')
  const referrals = page.getByRole('region', { name: 'Referrals' })
  await expect(referrals).toBeFocused()
  await expect(referrals.getByRole('heading')).toBeInViewport({ ratio: 1 })
  await expect(referrals.getByText(`Pending referral ${friend.email}`)).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  // Also when the address is opened from outside, as by a push message.
  await page.goto('/dashboard')
  await page.goto('/profile#referral')
  await expect(referrals).toBeFocused()
  await expect(referrals.getByRole('heading')).toBeInViewport({ ratio: 1 })
})

test('an admin is led to the claim that was made, which is then read', async ({ page, instance, signIn }) => {
  const [winner, second] = [await instance.register(), await instance.register()]
  for (const who of [winner, second]) {
    const award = await awardPrize(instance, who, { title: 'Bite alarms', type: 'digital' })
    const member = await instance.signedIn(who)
    const claim = { status: 'claimed', terms_accepted: true }
    await member.from('prize_awards').update(claim).eq('id', award).throwOnError()
  }
  await signIn(instance.bailiff)
  await page.goto('/notifications')
  const claims = rows(page).filter({ hasText: 'claimed Bite alarms' })
  await expect(claims.getByText('Unread')).toHaveCount(2)
  const address = await claims.filter({ hasText: winner.username }).getByRole('link').getAttribute('href')
  await page.goto(address ?? '')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article', { name: `${winner.username} Bite alarms` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All claims' }).click()
  await expect(page.getByRole('article', { name: `${second.username} Bite alarms` })).toBeVisible()
  await page.goto('/notifications')
  await expect(claims.getByText('Unread')).toHaveCount(1)
  await expect(claims.filter({ hasText: second.username }).getByText('Unread')).toBeVisible()
})

test('by keyboard, what was marked in the panel is marked as unread again, and Tab closes the panel behind its end', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register()
  await awardPrize(instance, author, { title: 'Bite alarms', type: 'digital' })
  await signIn(author)
  await page.goto('/dashboard')
  await bell(page).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel).toBeFocused()
  await expect(panel.getByText('Unread')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const undo = panel.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Unread')).toHaveCount(1)
  await expect(panel.getByRole('button', { name: 'Mark all read' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(bell(page)).toBeFocused()
  await expect(panel).toBeVisible()
  await panel.getByRole('link', { name: 'See all notifications' }).focus()
  await page.keyboard.press('Tab')
  await expect(panel).toHaveCount(0)
  await expect(bell(page)).not.toBeFocused()
})

test('what is taken back disappears from the open page', async ({ page, instance, signIn }) => {
  const [author, mel] = [await instance.register(), await instance.register()]
  const client = await instance.signedIn(author)
  const { data: post } = await client
    .from('newsfeed_posts')
    .insert({ content: `Well in ${author.username}` })
    .select('id')
    .single()
    .throwOnError()
  const reader = await instance.signedIn(mel)
  await reader.from('newsfeed_reactions').insert({ post_id: post.id, reaction: 'fish' }).throwOnError()
  await signIn(author)
  const joined = whenJoined(page, `member:${author.id}`, '/notifications')
  await page.goto('/notifications')
  await joined
  await expect(rows(page)).toHaveCount(1)
  await reader.from('newsfeed_reactions').delete().eq('post_id', post.id).throwOnError()
  await expect(page.getByText('All quiet')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('a post is muted on its notification in two taps, and the options can be closed by keyboard', async ({
  page,
  instance,
  signIn,
}) => {
  const [author, mel] = [await instance.register(), await instance.register()]
  const client = await instance.signedIn(author)
  const content = `Slow afternoon ${author.username}`
  const { data: post } = await client.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
  const reader = await instance.signedIn(mel)
  const comment = (text: string) =>
    reader.from('newsfeed_comments').insert({ post_id: post.id, content: text }).throwOnError()
  const own = async () => ((await client.rpc('notifications_page').throwOnError()).data ?? []).length
  await comment('Well in')
  await awardPrize(instance, author, { title: 'Bite alarms', type: 'digital' })
  await signIn(author)
  await page.goto('/notifications')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).filter({ hasText: 'Bite alarms' }).getByRole('button')).toHaveCount(0)
  const options = page.getByRole('button', { name: 'Options for this post' })
  await options.press('Enter')
  await expect(options).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('button', { name: 'Mute this post' })).toBeVisible()
  await expectAccessible(page)
  await options.press('Enter')
  await expect(page.getByRole('button', { name: 'Mute this post' })).toHaveCount(0)
  await options.click()
  await pressMuting(page, page.getByRole('button', { name: 'Mute this post' }))
  await expect(page.getByRole('button', { name: 'Unmute this post' })).toBeVisible()
  await expect(page).toHaveURL(/\/notifications$/)
  await client.rpc('mark_notifications_read', { before: '2199-01-01T00:00:00Z' }).throwOnError()
  const before = await own()
  await comment('Again')
  expect(await own()).toBe(before)
  await pressMuting(page, page.getByRole('button', { name: 'Unmute this post' }))
  await expect(page.getByRole('button', { name: 'Mute this post' })).toBeVisible()
  await comment('And again')
  expect(await own()).toBe(before + 1)
})

test('the icon of the installed app has the number of unread notifications, and none when all are read', async ({
  page,
  instance,
  signIn,
}) => {
  await page.addInitScript(() => {
    const set = (value: string) => {
      document.documentElement.dataset.appBadge = value
      return Promise.resolve()
    }
    Object.assign(navigator, { setAppBadge: (n: number) => set(String(n)), clearAppBadge: () => set('none') })
  })
  const author = await instance.register()
  await awardPrize(instance, author, { title: 'Bite alarms', type: 'digital' })
  await signIn(author)
  await page.goto('/notifications')
  await expect(page.locator('html')).toHaveAttribute('data-app-badge', '1')
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-app-badge', 'none')
})

test('axe finds nothing with notifications and without, in either theme, on a laptop and a phone', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register(`a${'W'.repeat(40)}${Math.random().toString(36).slice(2, 8)}`)
  await signIn(author)
  await page.goto('/notifications')
  await expect(page.getByText('All quiet')).toBeVisible()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  }
  await awardPrize(instance, author, { title: 'Bite alarms', type: 'digital' })
  const giver = await instance.register(`g${'W'.repeat(40)}${Math.random().toString(36).slice(2, 8)}`)
  await instance.givePoints(giver, 50)
  const client = await instance.signedIn(giver)
  await client.from('point_gifts').insert({ to_user_id: author.id, points: 40 }).throwOnError()
  await expect(rows(page)).toHaveCount(2)
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  }
})

test.describe('when a call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|notifications/i })

  test('the page says so and loads at the next try', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.routeWebSocket('**/realtime/v1/**', () => {})
    await page.route('**/rest/v1/rpc/notifications_page**', (route) =>
      route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } }),
    )
    await page.goto('/notifications')
    await expect(page.getByRole('heading', { name: 'Failed to load data' })).toBeVisible()
    await page.unroute('**/rest/v1/rpc/notifications_page**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('All quiet')).toBeVisible()
  })
})
