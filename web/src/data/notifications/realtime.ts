import { useTopic } from '../../lib/live/use-topic.ts'
import { notificationsKeys } from './keys.ts'

/**
 * Keeps the notifications for all members up to date: opened games, announcements, live videos. Who gets one depends on the
 * member, so the number is asked for, by each page at a moment of its own. Those of the member alone arrive on the member's
 * own topic, with the number.
 */
export function useNoticesRealtime(): void {
  useTopic('notices', { rows: [notificationsKeys.all], onMessage: () => 'named', gapMs: 10_000 })
}
