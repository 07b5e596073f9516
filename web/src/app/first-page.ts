import type { QueryClient } from '@tanstack/react-query'
import { signedInUser } from '../data/auth/session.ts'
import { firstPart, PAGES } from './prefetch.ts'

/**
 * Asks for what the page that is being opened will ask for, as soon as its code and the session are there: by the time
 * it is drawn the answers are on their way. A page says in `prepare` what it needs.
 */
export async function prepareFirstPage(queries: QueryClient): Promise<void> {
  const load = PAGES[firstPart(window.location)]
  if (!load || !navigator.onLine) return
  try {
    const [{ prepare }, userId] = await Promise.all([load(), signedInUser()])
    prepare?.(queries, userId)
  } catch {
    // Whatever is wrong, the page will meet it itself and say so.
  }
}
