import type { Page } from '@playwright/test'

/**
 * The page's site sends mail. The stories' site has no mail server; its settings offer mails only until the sender has
 * first run and said so.
 */
export async function siteWithMail(page: Page): Promise<void> {
  await page.route('**/rest/v1/rpc/my_notification_settings*', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    await route.fulfill({ response, json: { ...(await response.json()), has_mail: true } })
  })
}
