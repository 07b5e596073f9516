import { useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { consoleReportsKeys } from './keys.ts'

/** Keeps the console's reports up to date with members' reports and other admins' decisions. */
export function useConsoleReportsRealtime(): void {
  useAdminTopic(['reports', 'report_cases'], [consoleReportsKeys.all])
}
