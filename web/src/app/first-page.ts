import type { QueryClient } from '@tanstack/react-query'
import { signedInUser } from '../data/auth/session.ts'
import { firstPart, pageAt } from './prefetch.ts'

/**
 * Starts the requests of the page being opened as soon as its code and the session are available, so that the answers
 * are already loading when it renders. A page lists its requests in `prepare`.
 */
export async function prepareFirstPage(queries: QueryClient): Promise<void> {
  const load = pageAt(firstPart(window.location))
  if (!load || !navigator.onLine) return
  try {
    const [{ prepare }, userId] = await Promise.all([load(), signedInUser()])
    prepare?.(queries, userId)
  } catch {
    // The page itself meets the same error and reports it.
  }
}
