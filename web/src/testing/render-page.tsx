import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  UNSAFE_createMemoryHistory as createMemoryHistory,
  type Location,
  type NavigateFunction,
  Route,
  Routes,
  useNavigate,
} from 'react-router'
import { AppRouter } from '../app/app-router.tsx'

export interface RenderedPage extends RenderResult {
  queries: QueryClient
  router: { navigate: (to: string) => Promise<void>; state: { readonly location: Location } }
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
  const history = createMemoryHistory({ v5Compat: true })
  let go: NavigateFunction
  const Follow = () => {
    go = useNavigate()
    return null
  }
  const result = render(
    <QueryClientProvider client={queries}>
      <AppRouter history={history}>
        <Follow />
        <Routes>
          <Route path="/" element={page} />
          <Route path="*" element={<p>another page</p>} />
        </Routes>
      </AppRouter>
    </QueryClientProvider>,
  )
  const router = {
    navigate: (to: string) => act(async () => go(to)),
    state: {
      get location() {
        return history.location
      },
    },
  }
  return Object.assign(result, { queries, router })
}
