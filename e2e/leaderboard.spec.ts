import { randomUUID } from 'node:crypto'
import { expect, test } from './support/test.ts'

const TABS = [
  { tab: 'All Time', call: '**/rest/v1/**leaderboard**' },
  { tab: 'This Season', call: '**/rest/v1/rpc/season_leaderboard**' },
  { tab: 'This Month', call: '**/rest/v1/rpc/get_points_by_timeframe**' },
  { tab: 'This Week', call: '**/rest/v1/rpc/get_points_by_timeframe**' },
]

test('the podium shows the first three, the list continues from four, and equal points share a rank', async ({
  page,
  instance,
}) => {
  // A letter first, because the rank appears right before the name.
  const prefix = `x${randomUUID().slice(0, 6)}`
  const points = [9_000_005, 9_000_004, 9_000_003, 9_000_002, 9_000_002, 9_000_001]
  const accounts = await Promise.all(points.map((_, index) => instance.register(`${prefix}_${index}`)))
  for (const [index, account] of accounts.entries()) await instance.givePoints(account, points[index] ?? 0)

  await page.goto('/leaderboard')
  const panel = page.getByRole('tabpanel')
  for (const index of [0, 1, 2]) await expect(page.getByRole('main').getByText(`${prefix}_${index}`)).toBeVisible()
  const tied = panel.getByRole('listitem').filter({ hasText: '9,000,002' })
  await expect(tied).toHaveCount(2)
  // Other stories may rank a member above them, so the rank is read; after the two equal ones, one rank is skipped.
  const rank = Number(/^Rank (\d+)/.exec((await tied.first().textContent()) ?? '')?.[1])
  await expect(tied.last()).toContainText(`Rank ${rank}`)
  await expect(panel.getByRole('listitem').filter({ hasText: '9,000,001' })).toContainText(`Rank ${rank + 2}`)
})

test('a member sees their own row and position, a guest does not', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await instance.givePoints(account, 40)
  await page.goto('/leaderboard')
  await expect(page.getByRole('main').getByText(account.username).first()).toBeVisible()
  await expect(page.getByText('Your position')).toBeHidden()
  await signIn(account)
  await page.goto('/leaderboard')
  await expect(page.getByRole('heading', { name: 'Your position' })).toBeVisible()
})

for (const { tab, call } of TABS)
  test(`${tab} without points shows a message`, async ({ page }) => {
    // Without the live topic, which brings the rows of a club where somebody has just got points.
    await page.routeWebSocket('**/realtime/v1/**', () => {})
    await page.route(call, (route) => route.fulfill({ json: [] }))
    await page.goto('/leaderboard')
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByText('No points recorded for this time period.')).toBeVisible()
  })

test.describe('when the call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|leaderboard/i })

  for (const { tab, call } of TABS)
    test(`${tab} reports the failure and loads after a retry`, async ({ page }) => {
      // Without a live connection, which would load again by itself when it starts.
      await page.routeWebSocket('**/realtime/v1/**', () => {})
      await page.route(call, (route) =>
        route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } }),
      )
      await page.goto('/leaderboard')
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('heading', { name: 'Failed to load leaderboard' })).toBeVisible()
      await page.unroute(call)
      await page.getByRole('button', { name: /try again|retry/i }).click()
      await expect(page.getByText('Failed to load leaderboard')).toBeHidden()
    })
})

test('the arrow keys move between the tabs', async ({ page }) => {
  await page.goto('/leaderboard')
  await page.getByRole('tab', { name: 'All Time' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'This Season' })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'This Season' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'All Time' })).toBeFocused()
})

test('the tabs keep the margin of the page in a window of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/leaderboard')
  const tabs = page.getByRole('tablist', { name: 'Time period' })
  await expect(tabs).toBeVisible()
  const { left, right } = await tabs.evaluate((element) => {
    const box = element.getBoundingClientRect()
    return { left: box.left, right: window.innerWidth - box.right }
  })
  expect(left).toBeGreaterThan(0)
  expect(right).toBeGreaterThanOrEqual(left)
})
