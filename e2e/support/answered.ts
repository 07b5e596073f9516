import { expect, type Page } from '@playwright/test'

/** A query starts its time limit before its request is sent: it may wait for code or for the session first. */
const QUIET_MS = 1_000

/**
 * Follows the page's requests, for stories that move its clock: requests still running then would time out.
 * @returns a function that waits until every request has its answer, and no other has followed.
 */
export function answersOf(page: Page): () => Promise<void> {
  const open = new Set<object>()
  let changedAt = Date.now()
  const change = (work: () => void) => {
    changedAt = Date.now()
    work()
  }
  page.on('request', (request) => change(() => open.add(request)))
  page.on('requestfinished', (request) => change(() => open.delete(request)))
  page.on('requestfailed', (request) => change(() => open.delete(request)))
  const isQuiet = () => open.size === 0 && Date.now() - changedAt > QUIET_MS
  return () => expect.poll(isQuiet, { message: 'requests without an answer' }).toBe(true)
}
