import { useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { badgesKeys } from './keys.ts'

/** Keeps the console's lists of badges up to date. */
export function useBadgesRealtime(): void {
  useAdminTopic(['badges', 'user_badges'], [badgesKeys.all])
}
