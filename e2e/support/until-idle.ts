import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Waits until the page has sent no request for a while. It loads at most once in two seconds, so its next load is
 * caused by the next change and not by an earlier one.
 */
export async function untilIdle(tab: Page): Promise<void> {
  await expect
    .poll(
      () =>
        tab.evaluate(() => {
          const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/rest/v1/'))
          return performance.now() - Math.max(0, ...calls.map(({ startTime }) => startTime))
        }),
      { timeout: 15_000 },
    )
    .toBeGreaterThan(2_500)
}
