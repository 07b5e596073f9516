import { useQueryClient } from '@tanstack/react-query'
import { refetchRunning } from '../../lib/live/refetch-running.ts'
import { useTopic } from '../../lib/live/use-topic.ts'
import type { LiveVideo } from './active-video-query.ts'
import { liveKeys } from './keys.ts'

/** Keeps the active video up to date: a deactivated one is removed at once, a new or changed one is loaded. */
export function useLiveRealtime(): void {
  const queries = useQueryClient()
  useTopic('live', {
    rows: [liveKeys.active()],
    kept: [liveKeys.active()],
    onMessage({ changed, gone }) {
      const load = changed.length > 0 ? 'all' : undefined
      if (gone.length === 0) return load
      queries.setQueryData<LiveVideo | null>(liveKeys.active(), (video) =>
        video && gone.includes(video.id) ? null : video,
      )
      refetchRunning(queries, liveKeys.active())
      return load
    },
  })
}
