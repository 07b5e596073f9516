import { expect, type Page } from '@playwright/test'

/** A new member skips the welcome page. @param to the path at which they then arrive. */
export async function skipWelcome(page: Page, to = '/dashboard'): Promise<void> {
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(page).toHaveURL((url) => url.pathname === to)
}
