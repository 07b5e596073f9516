import { type ConsoleTopic, useAdminTopic } from '../../lib/live/use-admin-topic.ts'
import { overviewKeys } from './keys.ts'

/** Keeps what waits for the club team up to date with changes by members and others of the team. */
export function useConsoleWaitingRealtime(topic: ConsoleTopic): void {
  useAdminTopic(
    [
      'prize_awards',
      'prize_items',
      'prize_packages',
      'games',
      'game_entries',
      'live_videos',
      'profiles',
      'reports',
      'report_cases',
      'appeals',
      'record_offers',
    ],
    [overviewKeys.waiting()],
    topic,
  )
}
