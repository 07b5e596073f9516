import { useQuery } from '@tanstack/react-query'
import { type Waiting, waitingQuery, waitingReportsQuery } from '../../../data/overview/console-waiting-query.ts'
import { useIsModerator } from '../../../hooks/use-is-moderator.ts'

/** What waits for the viewer, once loaded; for a moderator reports only. */
export function useWaiting(): Partial<Waiting> | undefined {
  const isModerator = useIsModerator()
  const all = useQuery({ ...waitingQuery, enabled: !isModerator })
  const reports = useQuery({ ...waitingReportsQuery, enabled: isModerator })
  return isModerator ? reports.data : all.data
}
