import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { ToastProvider } from '../../components/feedback/toast.tsx'
import { InstallOffer } from '../install-offer.tsx'
import { NewVersion } from '../new-version.tsx'
import { usePrefetch } from '../prefetch.ts'
import { SessionProvider } from './session-provider.tsx'
import { SiteUnavailable } from './site-unavailable.tsx'

/** The context of all pages. Without settings or client it shows one screen with a button to try again. */
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
        <ToastProvider
          standing={
            <>
              <NewVersion />
              <InstallOffer />
            </>
          }
        >
          {children}
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
}
