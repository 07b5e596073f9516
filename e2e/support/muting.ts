import type { Locator, Page } from '@playwright/test'

/** Presses a button that mutes or unmutes, and waits until that is saved: the button changes before. */
export async function pressMuting(page: Page, button: Locator): Promise<void> {
  await Promise.all([page.waitForResponse(/rpc\/mute_notifications/), button.click()])
}
