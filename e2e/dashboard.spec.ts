import type { Page, Route } from '@playwright/test'
import { makeGame } from './support/act-parts.ts'
import type { Instance } from './support/instance.ts'
import { awardPrize } from './support/prizes.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const HOUR = 3_600_000
const section = (page: Page, name: string) => page.getByRole('region', { name })

/** A member who has hidden the first session: the dashboard is whole, also where it is empty. */
async function settled(instance: Instance) {
  const account = await instance.register()
  await (await instance.signedIn(account)).rpc('hide_first_session').throwOnError()
  return account
}

test('a member without points sees zeros and explanations of what is missing', async ({ page, instance, signIn }) => {
  await signIn(await settled(instance))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  for (const heading of ['Pending Referrals', 'Prize Claims', 'Points History', 'Referral Stats'])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByText('No points history yet.')).toBeVisible()
  await expect(page.getByText('No activity yet.')).toBeVisible()
  await expect(page.getByRole('definition')).toHaveText(['0 completed of / 0', '0', '0', '0', '0'])
})

test('a new member is led to an open game and to what comes next, and sees what is done', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const game = await makeGame({ admin, name: 'The far bank' }, { status: 'active' })
  instance.atEnd(() => admin.from('games').delete().eq('id', game).throwOnError())
  await signIn(account)
  await page.goto('/dashboard')
  const first = section(page, 'Your first session')
  await expect(first).toContainText(account.username)
  await expect(first).toContainText('1 of 5 done')
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  // Other stories have open games, too: the one that closes first is offered.
  await first.getByRole('link', { name: /^(Pick your swim|Make your guess|Enter your carp)$/ }).click()
  await expect(page).toHaveURL(/\/games\/[0-9a-f-]{36}$/)
  const client = await instance.signedIn(account)
  await client.from('newsfeed_posts').insert({ content: 'Hello from Kent.' }).throwOnError()
  await page.goBack()
  await expect(first).toContainText('2 of 5 done')
  await expect(first.getByRole('listitem').filter({ hasText: '(done)' })).toHaveText([
    'Said hello (done)',
    'Joined the club (done)',
  ])
  await first.getByRole('link', { name: 'Invite a friend' }).click()
  await expect(page).toHaveURL(/\/profile#referral$/)
  await expect(page.getByRole('textbox', { name: 'Your referral link' })).toBeInViewport()
  await page.goBack()
  await first.getByRole('button', { name: 'Hide your first session' }).click()
  await expect(first).toHaveCount(0)
  await instance.givePoints(account, 5, 'Best photo of the week')
  await page.reload()
  await expect(section(page, 'Points History')).toContainText('Best photo of the week')
  await expect(first).toHaveCount(0)
})

test('a member sees points, their chart and the latest five changes', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  for (const [points, reason] of [
    [500, 'Too old to be shown'],
    [50, 'First'],
    [100, 'Second'],
    [-50, 'Third'],
    [100, 'Fourth'],
    [2000, 'Fifth'],
  ] as const)
    await instance.givePoints(account, points, reason)
  await signIn(account)
  await page.goto('/dashboard')
  await expect(
    page.getByRole('img', { name: 'Points balance over the last 5 changes, from 500 to 2,700' }),
  ).toBeVisible()
  await expect(page.getByText('+2,200 over the last 5 changes')).toBeVisible()
  const rows = section(page, 'Points History').getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(0)).toContainText('Fifth')
  await expect(rows.nth(2)).toContainText('−50')
  await expect(rows.nth(4)).toContainText('First')
})

test('points given elsewhere appear without a reload', async ({ page, instance, signIn }) => {
  const account = await settled(instance)
  await signIn(account)
  await page.goto('/dashboard')
  await expect(page.getByText('No points history yet.')).toBeVisible()
  await instance.givePoints(account, 75, 'While you were looking')
  await expect(page.getByText('While you were looking')).toBeVisible({ timeout: 15_000 })
})

test('posts, comments and reactions are counted', async ({ page, instance, signIn }) => {
  const account = await settled(instance)
  const client = await instance.signedIn(account)
  const { data: post } = await client
    .from('newsfeed_posts')
    .insert({ user_id: account.id, content: 'Counted.', type: 'post' })
    .select('id')
    .single()
    .throwOnError()
  await client
    .from('newsfeed_comments')
    .insert([1, 2].map((n) => ({ post_id: post.id, user_id: account.id, content: `Comment ${n}` })))
    .throwOnError()
  await client
    .from('newsfeed_reactions')
    .insert({ post_id: post.id, user_id: account.id, reaction: 'fish' })
    .throwOnError()
  await signIn(account)
  await page.goto('/dashboard')
  await expect(page.getByRole('definition')).toHaveText(['0 completed of / 0', '0', '1', '2', '1'])
})

test('prizes to claim are listed most urgent first, and only the first is orange', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await awardPrize(instance, account, { title: 'Bait bundle', left: 150 * HOUR })
  const urgent = await awardPrize(instance, account, { title: 'Alarm set', left: 20 * HOUR })
  await signIn(account)
  await page.goto('/dashboard')
  const rows = section(page, 'Prize Claims').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText('Alarm set')
  await expect(rows.nth(0)).toContainText(/19 h \d+ min left to claim/)
  await expect(rows.nth(1)).toContainText('6 days 5 h left to claim')
  await expect(rows.nth(0).getByRole('link', { name: 'Claim Prize' })).toHaveClass(/button-tip/)
  await expect(rows.nth(1).getByRole('link', { name: 'Claim Prize' })).not.toHaveClass(/button-tip/)
  await rows.nth(0).getByRole('link', { name: 'Claim Prize' }).click()
  await expect(page).toHaveURL(new RegExp(`/prizes/claim/${urgent}$`))
})

test('approving a referral credits the points and updates the bar', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  const friend = await referred(instance, account.id)
  await signIn(account)
  await page.goto('/dashboard')
  const pending = section(page, 'Pending Referrals')
  await expect(pending).toContainText(friend)
  await expect(pending).toContainText('Awaiting registration')
  await expect(page.getByRole('img', { name: '0 completed, 1 pending' })).toBeVisible()
  await pending.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Referral approved successfully!')).toBeVisible()
  await expect(pending.getByRole('listitem')).toHaveCount(0)
  await expect(page.getByRole('img', { name: '1 completed, 0 pending' })).toBeVisible()
  await expect(section(page, 'Points History')).toContainText('+100')
})

test.describe('when a call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|loadStatistics|approveReferral/ })

  test('reports statistics that cannot be loaded, and loads them again', async ({ page, instance, signIn }) => {
    // A live connection, or a change by someone else, would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    await signIn(await settled(instance))
    await page.route('**/rest/v1/profiles?select=*points_log*', (route) => refuse(route))
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('Failed to load statistics')
    await expect(page.getByRole('heading', { name: 'Prize Claims' })).toBeVisible()
    await page.unroute('**/rest/v1/profiles?select=*points_log*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No points history yet.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('reports a failed approval, and keeps the referral', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    await referred(instance, account.id)
    await signIn(account)
    await page.goto('/dashboard')
    await page.route('**/rest/v1/referrals?*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to approve referral')
    await expect(section(page, 'Pending Referrals').getByRole('listitem')).toHaveCount(1)
  })
})

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('axe finds nothing on a full dashboard in either theme, and nothing scrolls sideways', async ({
    page,
    instance,
    signIn,
  }) => {
    const account = await instance.register()
    await instance.givePoints(account, 2_000_000_000, `${'Q'.repeat(120)} שלום 🐟`)
    await instance.givePoints(account, -1)
    await awardPrize(instance, account, { title: `${'W'.repeat(60)} דג 🎣`, left: HOUR })
    await awardPrize(instance, account, { title: 'Points', type: 'points', points: 1_000_000 })
    await referred(instance, account.id)
    await signIn(account)
    await page.goto('/dashboard')
    await expect(section(page, 'Points History').getByRole('listitem')).toHaveCount(2)
    await expect(section(page, 'Prize Claims').getByRole('listitem')).toHaveCount(2)
    await expect(section(page, 'Pending Referrals').getByRole('listitem')).toHaveCount(1)
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  })
})

/** Registers a guest through the member's referral link and returns their address. */
async function referred(instance: Instance, referrerId: string): Promise<string> {
  const client = await instance.client()
  const email = `${crypto.randomUUID()}@bankside.test`
  const { error } = await client.auth.signUp({
    email,
    password: 'quiet-water',
    options: { data: { username: `friend_${email.slice(0, 8)}`, referrer_id: referrerId } },
  })
  if (error) throw error
  return email
}

// Lost connections are retried for some seconds before an error is shown; a refusal is final.
const refuse = (route: Route) =>
  route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } })
