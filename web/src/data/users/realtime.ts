import { useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { usersKeys } from './keys.ts'

/** Keeps the console's lists of accounts up to date. */
export function useUsersRealtime(): void {
  useAdminTopic(['profiles'], [usersKeys.all])
}
