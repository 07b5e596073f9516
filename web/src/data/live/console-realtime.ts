import { useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { liveKeys } from './keys.ts'

/** Keeps the console's list of videos up to date, including those that only admins see. */
export function useConsoleVideosRealtime(): void {
  useAdminTopic(['live_videos'], [liveKeys.all])
}
