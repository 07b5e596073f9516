import { expect, type Page } from '@playwright/test'

/**
 * Follows the page's requests, for stories that turn its clock: what is under way then would run out of its time.
 * @returns waits until every request has its answer.
 */
export function answersOf(page: Page): () => Promise<void> {
  const open = new Set<object>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => expect.poll(() => open.size, { message: 'requests without an answer' }).toBe(0)
}
