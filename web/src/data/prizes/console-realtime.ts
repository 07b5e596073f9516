import { useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { prizesKeys } from './keys.ts'

/** Keeps the console's prize packages up to date with changes by members and other admins. */
export function useConsolePrizesRealtime(): void {
  useAdminTopic(['prize_packages', 'prize_items', 'prize_awards', 'games'], [prizesKeys.all])
}
