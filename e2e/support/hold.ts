import type { Page } from '@playwright/test'

/**
 * Holds back the answers to matching requests, to see what a screen shows while it waits.
 * @returns a function that lets them through.
 */
export async function holdAnswers(page: Page, pattern: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.continue()
  })
  return release
}
