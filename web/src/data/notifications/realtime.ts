import { useTopic } from '../../lib/live/use-topic.ts'
import { notificationsKeys } from './keys.ts'

/**
 * Keeps the notifications for all members up to date: opened games, announcements, live videos. Which members get one
 * is decided by the database, so each page requests the number, after a random delay. Notifications for this member
 * only arrive on the member's own topic, with the number.
 */
export function useNoticesRealtime(): void {
  useTopic('notices', { rows: [notificationsKeys.all], onMessage: () => 'named', gapMs: 10_000 })
}
