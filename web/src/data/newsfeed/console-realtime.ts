import { useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { useTopic } from '../../lib/live/use-topic.ts'
import { consolePostsKeys } from './console-keys.ts'

/** The list is loaded again at most this often, however much is posted. */
const GAP_MS = 2_000

/** Keeps the console's list of posts up to date, with what is reported and what is scheduled. Numbers of reactions and comments, which it does not show, are ignored. */
export function useConsolePostsRealtime(): void {
  useTopic('feed', {
    rows: [consolePostsKeys.all],
    gapMs: GAP_MS,
    onMessage: (message) => (message.new.length + message.changed.length + message.gone.length > 0 ? 'all' : undefined),
  })
  useAdminTopic(['report_cases', 'reports', 'scheduled_announcements'], [consolePostsKeys.all])
}
