import type { Page } from '@playwright/test'

/** Waits until the offline worker controls the page and has stored the app. */
export async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** All addresses that this browser has stored, by cache. */
export async function storedAddresses(page: Page): Promise<{ store: string; url: string }[]> {
  return page.evaluate(async () => {
    const all: { store: string; url: string }[] = []
    for (const store of await caches.keys())
      for (const { url } of await (await caches.open(store)).keys()) all.push({ store, url })
    return all
  })
}
