import { useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { claimsKeys } from './keys.ts'

/** Keeps the console's claims up to date with changes by members and other admins. */
export function useConsoleClaimsRealtime(): void {
  useAdminTopic(['prize_awards', 'prize_items', 'prize_packages', 'profiles'], [claimsKeys.all])
}
