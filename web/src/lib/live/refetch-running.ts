import type { QueryClient } from '@tanstack/react-query'

/**
 * Call this after removing something from the cache: the answer to a request that is still running would bring it
 * back, so the query is requested again.
 */
export function refetchRunning(queries: QueryClient, queryKey: readonly unknown[]): void {
  if (queries.isFetching({ queryKey }) === 0) return
  queries.invalidateQueries({ queryKey }).catch((error: unknown) => console.error(queryKey, error))
}
