import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { refetchRunning } from '../../lib/live/refetch-running.ts'
import { useTopic } from '../../lib/live/use-topic.ts'
import { tokenRefused } from '../../lib/supabase.ts'
import { catchesKeys } from '../catches/keys.ts'
import { dashboardKeys } from '../dashboard/keys.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { networkKeys } from '../network/keys.ts'
import { newsfeedKeys } from '../newsfeed/keys.ts'
import { notificationsKeys } from '../notifications/keys.ts'
import { prizesKeys } from '../prizes/keys.ts'
import { profileKeys } from '../profile/keys.ts'
import { referralsKeys } from '../referrals/keys.ts'
import { authKeys } from './keys.ts'

/** The queries that show a part of the member's own data. */
const partsOf = (userId: string): Record<string, readonly QueryKey[]> => ({
  points: [authKeys.summary(userId), dashboardKeys.all, leaderboardKeys.positions()],
  badges: [profileKeys.own(userId), dashboardKeys.all, leaderboardKeys.positions()],
  referrals: [referralsKeys.all],
  notifications: [notificationsKeys.lists()],
  prizes: [prizesKeys.all],
  connections: [networkKeys.all, catchesKeys.all, notificationsKeys.lists()],
  profile: [profileKeys.all],
  catches: [catchesKeys.all],
  standing: [newsfeedKeys.standings(), catchesKeys.all, authKeys.summary(userId)],
})

/**
 * Keeps the member's own data up to date on every page: rights and suspension at once, other parts within a second. Also
 * detects that the session was ended elsewhere.
 */
export function useOwnRealtime(userId: string): void {
  const queries = useQueryClient()
  const parts = partsOf(userId)
  const changed = useRef(new Set<string>())
  const load = (keys: readonly QueryKey[]) =>
    Promise.all([...new Set(keys)].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const rows = [...Object.values(parts).flat(), notificationsKeys.unread()]
  useTopic(`member:${userId}`, {
    rows,
    kept: [newsfeedKeys.standing(userId)],
    onMessage({ what, body: { unread } }) {
      if (typeof unread === 'number') {
        queries.setQueryData(notificationsKeys.unread(), unread)
        refetchRunning(queries, notificationsKeys.unread())
      } else if (what.includes('notifications')) {
        // For the team the number depends on the session.
        load([notificationsKeys.unread()]).catch((error: unknown) => console.error('live', error))
      }
      if (what.some((part) => !(part in parts))) return 'all'
      if (what.includes('standing')) {
        // It was loaded before a possible suspension: the next visit checks whether the feed may still be read.
        queries.removeQueries({ queryKey: newsfeedKeys.all, type: 'inactive' })
        load(parts.standing ?? []).catch((error: unknown) => console.error('live', error))
      }
      for (const part of what) if (part !== 'standing') changed.current.add(part)
      return changed.current.size > 0 ? 'named' : undefined
    },
    // The service closes the channels of a session that ends. A page without requests would not notice otherwise.
    closed: tokenRefused,
    reload(all) {
      const keys = all ? rows : [...changed.current].flatMap((part) => parts[part] ?? [])
      changed.current.clear()
      return load(keys)
    },
  })
}
