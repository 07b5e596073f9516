import { onlineManager, QueryClient } from '@tanstack/react-query'

/** One cache for the page; it is emptied whenever somebody else signs in or out. */
export function createQueryClient(): QueryClient {
  // Else a page opened without a network would not notice that it has come.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && navigator.onLine && mayPass(error),
        retryDelay: 400,
        // Requests fail fast without a network, and the offline notice says why; what failed is asked again with it.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/**
 * Whether one more try may bridge what went wrong: a dropped connection, a server that restarts. A refusal by a rule
 * is final, and who did not answer in time has had its time.
 */
export function mayPass(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  const { name, code } = error as { name?: unknown; code?: unknown }
  if (name === 'AbortError' || name === 'TimeoutError') return false
  // PGRST000 to PGRST003: the service cannot reach its database. Class 08 and 57: the database goes away or restarts.
  return typeof code !== 'string' || code === '' || /^(PGRST00|08|57P)/.test(code)
}
