// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { networkKeys } from '../../data/network/keys.ts'
import { useConnect } from './use-connect.ts'

const mutateAsync = vi.fn(async (_memberId: string) => Promise.reject(new TypeError('Failed to fetch')))
vi.mock('../../data/network/connect-mutation.ts', () => ({ useConnectMutation: () => ({ mutateAsync }) }))

afterEach(cleanup)

it.each(['requested', 'connected'])('takes a failure back when the members turn out to be %s', async (standing) => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queries.setQueryData(networkKeys.connections('tom'), {})
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useConnect('tom'), { wrapper })
  act(() => result.current.ask('ivy'))
  await waitFor(() => expect(result.current.failure).toBeInstanceOf(TypeError))
  act(() => queries.setQueryData(networkKeys.connections('tom'), { raj: standing }))
  expect(result.current.failure).toBeDefined()
  act(() => queries.setQueryData(networkKeys.connections('tom'), { ivy: standing }))
  await waitFor(() => expect(result.current.failure).toBeUndefined())
})
