import { type ConsoleTopic, useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { consoleReportsKeys } from './keys.ts'

/** Keeps the console's queue up to date with members' reports and answers, and decisions of others of the team. */
export function useConsoleReportsRealtime(topic: ConsoleTopic): void {
  useAdminTopic(['reports', 'report_cases', 'appeals'], [consoleReportsKeys.all], topic)
}
