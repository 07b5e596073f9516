import { useQuery } from '@tanstack/react-query'
import { activeVideoQuery } from '../data/live/active-video-query.ts'
import { useReached } from '../hooks/use-reached.ts'
import { useUserId } from '../hooks/use-session.ts'

// In addition to live changes, for a page without a live connection.
const ASK_AGAIN_MS = 300_000

/** Whether a live video is on; false for guests and while it is unknown. */
export function useLiveNow(): boolean {
  const userId = useUserId()
  const { data } = useQuery({
    ...activeVideoQuery(),
    enabled: userId !== undefined,
    refetchInterval: ASK_AGAIN_MS,
  })
  return useReached(userId === undefined ? undefined : data?.scheduled_for)
}
