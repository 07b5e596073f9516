import type { QueryKey } from '@tanstack/react-query'
import { useTopic } from './use-topic.ts'

/**
 * Loads rows of the console again after changes by members and other admins.
 * @param tables that the rows are read from.
 * @param rows keys of the queries.
 */
export function useAdminTopic(tables: readonly string[], rows: readonly QueryKey[]): void {
  useTopic('admin', {
    rows,
    onMessage: (message) => (message.tables.some((table) => tables.includes(table)) ? 'all' : undefined),
  })
}
