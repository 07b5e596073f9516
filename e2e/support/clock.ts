import type { Page } from '@playwright/test'

/** Hides the time in the services' answers, so that pages opened later use a clock that a test can move. */
export async function keepDeviceClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name.toLowerCase() === 'date' ? null : get.call(this, name)
    }
  })
}
