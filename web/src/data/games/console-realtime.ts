import { useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { consoleGamesKeys } from './console-keys.ts'

/**
 * Keeps the console's list of games up to date with changes by other admins. Only the list: a sealed answer is loaded
 * only for an admin who asks to see it.
 */
export function useConsoleGamesRealtime(): void {
  useAdminTopic(['games', 'game_entries', 'prize_packages'], [consoleGamesKeys.lists()])
}

/** Keeps the console's entries of a game up to date with changes by members and other admins. */
export function useConsoleEntriesRealtime(): void {
  useAdminTopic(['games', 'game_entries', 'profiles'], [consoleGamesKeys.allEntries()])
}
