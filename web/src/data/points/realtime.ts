import { useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { pointsKeys } from './keys.ts'

/** Keeps the console's ledgers up to date. */
export function usePointsRealtime(): void {
  useAdminTopic(['points_log'], [pointsKeys.all])
}
