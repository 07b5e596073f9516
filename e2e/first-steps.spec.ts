import type { Page } from '@playwright/test'
import { openConsole } from './support/console.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.use({ siteOf: 'first steps' })
test.describe.configure({ mode: 'default' })

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a new member is told what each step earns, takes one, and gets it once', async ({ page, instance, signIn }) => {
  const member = await instance.register()
  await signIn(member)
  await page.goto('/dashboard')
  const first = section(page, 'Your first session')
  await expect(first).toContainText('1 of 5 done')
  await expect(first.getByRole('link', { name: 'Add a photo of yourself' })).toContainText('+10 points')
  await expect(first.getByRole('link', { name: 'Invite a friend' })).toContainText('+100 points')
  // No game is open on this site.
  const journal = first.getByRole('link', { name: 'Log your first catch' })
  await expect(journal).toHaveAttribute('href', '/journal')
  await expect(journal).not.toContainText('+')
  // Nothing says zero.
  await expect(page.getByRole('definition')).toHaveCount(0)
  for (const heading of ['Pending Referrals', 'Prize Claims', 'Points History', 'Referral Stats'])
    await expect(page.getByRole('heading', { name: heading })).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)

  const hello = first.getByRole('link', { name: 'Say hello in News' })
  await expect(hello).toContainText('+10 points')
  await hello.click()
  await expect(page).toHaveURL('/newsfeed')
  const client = await instance.signedIn(member)
  for (const content of ['Hello from Kent.', 'Two hours and no bite.'])
    await client.from('newsfeed_posts').insert({ content }).throwOnError()
  await page.goBack()
  await expect(first).toContainText('2 of 5 done')
  await expect(first.getByRole('listitem').filter({ hasText: '(done)' })).toHaveText([
    'Said hello (done)',
    'Joined the club (done)',
  ])
  const history = section(page, 'Points History').getByRole('listitem')
  await expect(history).toHaveCount(1)
  await expect(history).toContainText('First step: said hello')
  await expect(history).toContainText('+10')
  await expect(page.getByRole('definition')).toHaveText(['2'])
})

test('the panel that is hidden on one device is hidden on the other, and the page is whole', async ({
  page,
  browser,
  baseURL,
  instance,
  signIn,
}) => {
  const member = await instance.register()
  const session = JSON.stringify(await instance.session(member))
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  await other.addInitScript(([kept]) => localStorage.setItem('bankside-session', String(kept)), [session])
  const tablet = await other.newPage()
  await tablet.goto('/dashboard')
  await expect(section(tablet, 'Your first session')).toBeVisible()
  await signIn(member)
  await page.goto('/dashboard')
  const answer = page.waitForResponse('**/rest/v1/rpc/hide_first_session')
  await page.getByRole('button', { name: 'Hide your first session' }).click()
  expect((await answer).ok()).toBe(true)
  await expect(section(page, 'Your first session')).toHaveCount(0)
  await expect(page.getByText('No points history yet.')).toBeVisible()
  await tablet.reload()
  await expect(tablet.getByText('No points history yet.')).toBeVisible()
  await expect(section(tablet, 'Your first session')).toHaveCount(0)
  await other.close()
})

test.describe('a panel that could not be hidden', () => {
  test.use({ expectedErrors: /saveSettings|status of 500/ })

  test('is there again, and the member is told', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/dashboard')
    await page.route('**/rest/v1/rpc/hide_first_session', (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'broken' } }),
    )
    await page.getByRole('button', { name: 'Hide your first session' }).click()
    await expect(page.getByText('Failed to save settings')).toBeVisible()
    await expect(section(page, 'Your first session')).toBeVisible()
  })
})

test('an admin sets what first steps earn, and the page of points says so, to guests as well', async ({
  page,
  instance,
  signIn,
}) => {
  await page.goto('/leaderboard')
  await page.getByRole('link', { name: 'How points are earned' }).click()
  await expect(page).toHaveURL('/points')
  await expect(page.getByRole('heading', { level: 1, name: 'How points are earned' })).toBeVisible()
  const way = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await expect(way('Say hello')).toContainText('10 points')
  await expect(way('A friend joins with your link')).not.toContainText('points')
  await expect(page.getByRole('row', { name: 'Bank Walker 0 points' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)

  await openConsole({ page, signIn, instance }, 'settings', 'Site Settings')
  await page.getByLabel('Points for the first post or comment').fill('1001')
  await page.getByLabel('Points for the first game').fill('0')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Enter a whole number from 0 to 1,000')).toBeVisible()
  await page.getByLabel('Points for the first post or comment').fill('25')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings updated successfully!')).toBeVisible()

  await page.goto('/points')
  await expect(way('Say hello')).toContainText('25 points')
  await expect(way('Add a photo of yourself')).toContainText('10 points')
  await expect(way('Enter your first game')).toHaveCount(0)
  await expect(way('A friend joins with your link')).toContainText('100 points')
  const member = await instance.signedIn(await instance.register())
  await member.from('newsfeed_posts').insert({ content: 'Good morning.' }).throwOnError()
  const { data } = await member.from('points_log').select('kind, points_change').throwOnError()
  expect(data).toEqual([{ kind: 'first_step', points_change: 25 }])
})
