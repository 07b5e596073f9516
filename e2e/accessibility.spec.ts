import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

const GUEST_PAGES = ['/', '/leaderboard', '/login', '/register', '/forgot-password', '/no-such-page']
const MEMBER_PAGES = ['/profile', '/dashboard', '/games', '/live', '/network', '/newsfeed']

test('the check finds low-contrast text and a button without a name', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    const paragraph = Object.assign(document.createElement('p'), { textContent: 'Pale words' })
    paragraph.style.color = '#ccc'
    document.querySelector('main')?.append(paragraph, document.createElement('button'))
  })
  await expect(expectAccessible(page)).rejects.toThrow(/button-name.*\s.*color-contrast/)
})

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a laptop', { width: 1280, height: 800 }],
] as const)
  test.describe(`light and dark, on ${device}`, () => {
    // During a transition axe would measure an intermediate colour.
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })

    for (const path of GUEST_PAGES)
      test(`axe finds nothing on ${path} for a guest`, async ({ page }) => {
        await page.goto(path)
        await expectAccessibleInBothThemes(page)
      })

    for (const path of [...MEMBER_PAGES, '/leaderboard'])
      test(`axe finds nothing on ${path} for a member`, async ({ page, instance, signIn }) => {
        const account = await instance.register()
        await instance.givePoints(account, 25)
        await signIn(account)
        await page.goto(path)
        await expectAccessibleInBothThemes(page)
      })
  })

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('no page scrolls sideways', async ({ page, instance, signIn }) => {
    for (const path of GUEST_PAGES) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    await signIn(await instance.register(`${'W'.repeat(42)}${Date.now().toString(36)}`))
    for (const path of [...MEMBER_PAGES, '/leaderboard']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
  })
})

/** One visit checks both themes: the theme follows the device at once. */
async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}
