import { type ConsoleTopic, useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { usersKeys } from './keys.ts'

/** Keeps the console's lists of accounts up to date. */
export function useUsersRealtime(topic?: ConsoleTopic): void {
  useAdminTopic(['profiles'], [usersKeys.all], topic)
}

/** Keeps the console's record of a member up to date. */
export function useRecordRealtime(topic?: ConsoleTopic): void {
  useAdminTopic(
    ['team_notes', 'points_log', 'user_badges', 'prize_awards', 'reports', 'report_cases', 'appeals'],
    [[...usersKeys.all, 'record']],
    topic,
  )
}
