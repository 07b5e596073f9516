import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '../../lib/realtime/table-changes.ts'
import { prizesKeys } from '../prizes/keys.ts'
import { profileKeys } from '../profile/keys.ts'
import { referralsKeys } from '../referrals/keys.ts'
import { dashboardKeys } from './keys.ts'

const TABLES = [
  'points_log',
  'profiles',
  'referrals',
  'user_badges',
  'newsfeed_posts',
  'newsfeed_comments',
  'newsfeed_reactions',
]

// A prize tells nothing live, but the post about it and the points of a game do.
const REFRESHED = [dashboardKeys.all, referralsKeys.all, profileKeys.all, prizesKeys.all]

/** Keeps the figures and lists of the dashboard, and the points in the bar above it, up to date. */
export function useDashboardRealtime(): void {
  const queries = useQueryClient()
  useTableChanges(TABLES, () => Promise.all(REFRESHED.map((queryKey) => queries.invalidateQueries({ queryKey }))))
}
