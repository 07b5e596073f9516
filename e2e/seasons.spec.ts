import type { Page } from '@playwright/test'
import { signInAt } from './support/crew.ts'
import { VISITORS } from './support/demo-screens.ts'
import { test } from './support/demo-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

// The demo's club has closed one season.
test.describe.configure({ mode: 'default' })

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Time period' }).getByRole('tab')
const rows = (page: Page) => page.getByRole('main').getByRole('list').getByRole('listitem')

test('a guest opens the board of the season, and from it the final table of the last one', async ({ page }) => {
  await page.goto('/leaderboard')
  await page.getByRole('tab', { name: 'This Season' }).click()
  await expect(page).toHaveURL(/period=season/)
  await expect(page.getByRole('list', { name: 'Top three' }).getByRole('listitem')).toHaveCount(3)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Past seasons' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Past seasons' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: /^Season \d{4}/ })).toBeVisible()
  await expect(rows(page).first()).toContainText(/Rank 1/)
  const season = page.getByRole('navigation', { name: 'Seasons' }).getByRole('link')
  await expect(season).toHaveCount(1)
  await expect(season).toHaveAttribute('aria-current', 'page')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Leaderboard' }).last().click()
  await expect(page.getByRole('tab', { name: 'This Season' })).toHaveAttribute('aria-selected', 'true')
})

test('a member finds the medal of a season on the page of the member who won it', async ({ page }) => {
  await signInAt(page, VISITORS.tom)
  await page.goto('/leaderboard/seasons')
  const name = page.getByRole('heading', { level: 2, name: /^Season / })
  const season = (await name.textContent())?.replace('Season ', '')
  await rows(page).nth(0).getByRole('link').first().click()
  await expect(page.getByRole('list', { name: 'Medals' })).toContainText(`1st, season ${season}`)
  await expectAccessibleInBothThemes(page)
})

test('four tabs and a final table fit a narrow phone, with text of twice the size as well', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  for (const size of ['100%', '200%']) {
    for (const path of ['/leaderboard?period=season', '/leaderboard/seasons']) {
      await page.goto(path)
      await expect(rows(page).first()).toBeVisible()
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, size)
      await expectNoSidewaysScroll(page)
      for (const tab of await tabs(page).all()) {
        const box = await tab.boundingBox()
        expect(box?.height).toBeGreaterThanOrEqual(44)
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320)
        expect(await tab.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true)
      }
    }
  }
})

test('the tab of the season is reached by the arrow keys', async ({ page }) => {
  await page.goto('/leaderboard')
  await page.getByRole('tab', { name: 'All Time' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'This Season' })).toBeFocused()
  await expect(page).toHaveURL(/period=season/)
})

test('without a season that has ended the page says so', async ({ page }) => {
  await page.route('**/rest/v1/rpc/season*', (route) => route.fulfill({ json: [] }))
  await page.goto('/leaderboard/seasons')
  await expect(page.getByText('No season has ended yet.')).toBeVisible()
})

test.describe('when the call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|loadSeasons/i })

  test('the failure is reported, and the table loads after a retry', async ({ page }) => {
    await page.routeWebSocket('**/realtime/v1/**', () => {})
    const call = '**/rest/v1/rpc/season_table*'
    await page.route(call, (route) =>
      route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } }),
    )
    await page.goto('/leaderboard/seasons')
    await expect(page.getByRole('heading', { name: 'Failed to load past seasons' })).toBeVisible()
    await page.unroute(call)
    await page.getByRole('button', { name: /try again|retry/i }).click()
    await expect(rows(page).first()).toBeVisible()
  })
})
