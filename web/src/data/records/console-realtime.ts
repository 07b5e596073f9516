import { type ConsoleTopic, useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { consoleRecordsKeys } from './keys.ts'

/** Keeps the team's lists of offered catches up to date with members and others of the team. */
export function useConsoleRecordsRealtime(topic: ConsoleTopic): void {
  useAdminTopic(['record_offers'], [consoleRecordsKeys.all], topic)
}
