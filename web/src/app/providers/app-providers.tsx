import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { ToastProvider } from '../../components/feedback/toast.tsx'
import { NewVersion } from '../new-version.tsx'
import { usePrefetch } from '../prefetch.ts'
import { SessionProvider } from './session-provider.tsx'
import { SiteUnavailable } from './site-unavailable.tsx'

/** Everything the router's pages rely on. Without settings or client there is one screen with a way to try again. */
export function AppProviders({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  usePrefetch()
  const [unavailable, setUnavailable] = useState(false)
  const onUnavailable = useCallback((error: unknown) => {
    console.error('start', error)
    setUnavailable(true)
  }, [])
  const onRetry = useCallback(() => setUnavailable(false), [])

  if (unavailable) return <SiteUnavailable onRetry={onRetry} />
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider onUnavailable={onUnavailable}>
        <ToastProvider standing={<NewVersion />}>{children}</ToastProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
}
