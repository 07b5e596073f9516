import { FailurePanel } from '../../../components/ui/failure-panel.tsx'

/** In place of a feed that could not be loaded. */
export function FeedFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <FailurePanel title="News did not load" action="loadPosts" error={error} onRetry={onRetry}>
      Nothing you wrote is lost.
    </FailurePanel>
  )
}
