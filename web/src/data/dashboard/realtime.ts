import { useQueryClient } from '@tanstack/react-query'
import { useTopic } from '../../lib/live/use-topic.ts'
import { dashboardKeys } from './keys.ts'

/**
 * Keeps the figures of the member's activity up to date. They count the member's own posts, comments and reactions, also
 * those from another device. Points, badges, referrals and prizes arrive on the member's own topic, which every page
 * follows.
 * @param mayRead false while suspended or unknown: the feed's topic is then closed.
 */
export function useDashboardRealtime(userId: string, mayRead: boolean): void {
  const queries = useQueryClient()
  useTopic(mayRead ? 'feed' : undefined, {
    // The figures are loaded at every visit. Other members' actions on the feed do not require loading them again at
    // once.
    rows: [],
    onMessage: () => 'named',
    gapMs: 10_000,
    reload: () => queries.invalidateQueries({ queryKey: dashboardKeys.figures(userId) }),
  })
}
