import { useEffect } from 'react'
import { Empty } from '../../components/feedback/empty.tsx'
import { useDocumentTitle } from '../../components/layout/page.tsx'
import { Button } from '../../components/ui/button.tsx'
import { FloatDrawing } from '../../components/ui/float-drawing.tsx'
import { useClubName } from '../../lib/club.ts'

/** Shown when the site's settings or its client cannot be loaded; it retries by itself when the network returns. */
export function SiteUnavailable({ onRetry }: { onRetry: () => void }) {
  useDocumentTitle('Not reachable')
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <main id="main" className="page">
      <Empty
        tall
        icon={<FloatDrawing />}
        title={`${useClubName()} cannot be reached`}
        titleAs="h1"
        text="The site did not answer. Check your connection and try again."
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </main>
  )
}
