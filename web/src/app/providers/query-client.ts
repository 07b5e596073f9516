import { onlineManager, QueryClient } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { isAnswerLost } from '../../lib/answer-lost.ts'

/** One cache for the page; it is emptied whenever another member signs in or out. */
export function createQueryClient(): QueryClient {
  // Otherwise a page opened offline would not notice that the network is available again.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE.halfMinute,
        retry: (failures, error) => failures < 1 && navigator.onLine && isRetryable(error),
        retryDelay: 400,
        // Requests fail fast when offline, and the offline notice says why; failed requests are repeated once online.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: {
        networkMode: 'always',
        // Every write is safe to repeat, so a stored write is not reported as failed when only its answer was lost.
        retry: (failures, error) => failures < 1 && navigator.onLine && isAnswerLost(error),
        retryDelay: 400,
      },
    },
  })
}

/**
 * Whether one retry may succeed: after a dropped connection or a restarting server. A refusal by a rule is final, and
 * a request that timed out has already waited long enough.
 */
export function isRetryable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  const { name, code } = error as { name?: unknown; code?: unknown }
  if (name === 'AbortError' || name === 'TimeoutError') return false
  // PGRST000 to PGRST003: the service cannot reach its database. Classes 08 and 57: the database stops or restarts.
  return typeof code !== 'string' || code === '' || /^(PGRST00|08|57P)/.test(code)
}
