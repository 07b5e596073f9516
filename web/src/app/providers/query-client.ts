import { QueryClient } from '@tanstack/react-query'

/** One cache for the page; it is emptied whenever somebody else signs in or out. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // One more try bridges a dropped connection; after that the reader is told and has a Retry button.
        retry: 1,
        retryDelay: 400,
        // supabase-js fails fast without a network, and the offline notice says why.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
