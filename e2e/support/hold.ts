import type { Page } from '@playwright/test'

/**
 * Delays the answers to matching requests, to see what a screen shows while loading.
 * @returns a function that releases them.
 */
export async function holdAnswers(page: Page, pattern: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.fallback()
  })
  return release
}
