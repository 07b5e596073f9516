import type { QueryKey } from '@tanstack/react-query'
import { useTopic } from './use-topic.ts'

/** `admin` speaks of all tables of the console, `moderation` of reports, posts and comments only. */
export type ConsoleTopic = 'admin' | 'moderation'

/**
 * Loads rows of the console again after changes by members and others of the team.
 * @param tables that the rows are read from.
 * @param rows keys of the queries.
 * @param topic that the viewer may follow.
 */
export function useAdminTopic(
  tables: readonly string[],
  rows: readonly QueryKey[],
  topic: ConsoleTopic = 'admin',
): void {
  useTopic(topic, {
    rows,
    onMessage: (message) => (message.tables.some((table) => tables.includes(table)) ? 'all' : undefined),
  })
}
