import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'

export interface RenderedPage extends RenderResult {
  queries: QueryClient
  router: ReturnType<typeof createMemoryRouter>
}

/**
 * Renders one screen at `/` inside a router and a query cache that never tries again.
 * @param seed fills the cache beforehand, for tests that are not about loading.
 */
export function renderPage(page: ReactNode, seed?: (queries: QueryClient) => void): RenderedPage {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  seed?.(queries)
  const router = createMemoryRouter([
    { path: '/', element: page },
    { path: '*', element: <p>another page</p> },
  ])
  const result = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return Object.assign(result, { queries, router })
}
