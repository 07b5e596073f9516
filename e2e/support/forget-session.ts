import type { Page } from '@playwright/test'

/** Forgets the session in a page without the app, which would go on asking as a guest. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
}
