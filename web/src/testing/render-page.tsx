import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Link, MemoryRouter, Route, Routes } from 'react-router'

export interface RenderedPage extends RenderResult {
  queries: QueryClient
}

/**
 * Renders one screen at `/`, beside a link to another page, inside a router and a query cache that never tries again.
 * @param seed fills the cache beforehand, for tests that are not about loading.
 */
export function renderPage(page: ReactNode, seed?: (queries: QueryClient) => void): RenderedPage {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  seed?.(queries)
  const result = render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <Link to="/another">Another page</Link>
        <Routes>
          <Route path="/" element={page} />
          <Route path="*" element={<p>This is another page</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return Object.assign(result, { queries })
}
