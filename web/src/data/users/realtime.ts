import { useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { usersKeys } from './keys.ts'

/** Keeps the console's lists of accounts up to date. */
export function useUsersRealtime(): void {
  useAdminTopic(['profiles'], [usersKeys.all])
}

/** Keeps the console's record of a member up to date. */
export function useRecordRealtime(): void {
  useAdminTopic(
    ['team_notes', 'points_log', 'user_badges', 'prize_awards', 'reports', 'report_cases'],
    [[...usersKeys.all, 'record']],
  )
}
