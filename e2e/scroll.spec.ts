import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 600 } })

const place = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** Opens the page like a typed address, and waits for its text. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

async function scrollTo(page: Page, top: number) {
  await page.evaluate((to) => window.scrollTo(0, to), top)
  await expect.poll(() => place(page)).toBe(top)
}

test('a newly opened address starts at its top, whatever the position of the previous page', async ({ page }) => {
  await open(page, '/')
  await scrollTo(page, 500)
  await open(page, '/privacy')
  expect(await place(page)).toBe(0)
  await scrollTo(page, 300)
  await open(page, '/privacy')
  expect(await place(page)).toBe(0)
})

test('a reload keeps the position, and Back returns to it, also from another document', async ({ page }) => {
  await open(page, '/privacy')
  await scrollTo(page, 300)
  await page.reload()
  await expect.poll(() => place(page)).toBe(300)
  await open(page, '/login')
  await page.goBack()
  await expect.poll(() => place(page)).toBe(300)
})

test('a page opened by a link starts at its top, and Back returns to the link', async ({ page }) => {
  await open(page, '/privacy')
  await scrollTo(page, 300)
  // A click by coordinates would first scroll to the link.
  await page.getByRole('link', { name: 'Bankside' }).first().dispatchEvent('click')
  await expect(page).not.toHaveURL(/privacy/)
  await expect.poll(() => place(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => place(page)).toBe(300)
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 600 } })

  test('the pages that a member visited are forgotten at sign-out', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    await signIn(account)
    await open(page, `/members/${account.username}`)
    await open(page, '/profile')
    await scrollTo(page, 200)
    await page.reload()
    const visited = () => page.evaluate(() => sessionStorage.getItem('bankside-scroll'))
    expect(await visited()).toContain('/profile')
    await page.getByRole('button', { name: 'Exit' }).click()
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    await expect.poll(visited).not.toContain('/profile')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await visited()).not.toMatch(/profile|members/)
  })
})
