import { expect, type Page } from '@playwright/test'

/** Waits until a closed dialog has taken its entry of the history back: a reload or another page at that moment would be aborted. */
export async function closedLayer(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => (history.state as { layer?: number } | null)?.layer ?? 0)).toBe(0)
}
