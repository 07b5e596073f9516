import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, findingsInBothThemes, test } from './support/test.ts'

const GUEST_PAGES = ['/', '/leaderboard', '/login', '/register', '/forgot-password', '/no-such-page']
const MEMBER_PAGES = [
  '/profile',
  '/dashboard',
  '/games',
  '/live',
  '/network',
  '/newsfeed',
  '/journal',
  '/records',
  '/rewards',
  '/points',
  '/leaderboard',
]

test('the check finds low-contrast text, in one theme too, and a button without a name', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    const paragraph = Object.assign(document.createElement('p'), { textContent: 'Pale words' })
    paragraph.style.color = '#ccc'
    document.querySelector('main')?.append(paragraph, document.createElement('button'))
  })
  await expect(expectAccessible(page)).rejects.toThrow(/button-name.*\s.*color-contrast/)
  const found = (await findingsInBothThemes(page)).map((finding) => finding.split(': ').slice(0, 2).join(': '))
  expect(found).toEqual(['/privacy, dark, 1280 wide: button-name', '/privacy, light, 1280 wide: color-contrast'])
})

test('axe finds nothing on the pages of a guest, and none scrolls sideways', async ({ page }) => {
  test.slow()
  for (const path of GUEST_PAGES) await expectSound(page, path)
})

test('axe finds nothing on the pages of a member, and none scrolls sideways', async ({ page, instance, signIn }) => {
  test.slow()
  const account = await instance.register(`${'W'.repeat(42)}${randomUUID().slice(0, 8)}`)
  await instance.givePoints(account, 25)
  await signIn(account)
  for (const path of MEMBER_PAGES) await expectSound(page, path)
})

/** One visit is enough for both themes and all widths. What is wrong on one page does not hide what is on the next. */
async function expectSound(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect.soft(await findingsInBothThemes(page)).toEqual([])
    // A tall window: a button that the bar at the bottom half covers would count as too small.
    await page.setViewportSize({ width: 390, height: 4_000 })
    expect.soft(await findingsInBothThemes(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })
}
