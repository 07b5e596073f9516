import type { Notification } from '../../data/notifications/list-query.ts'

const WEEK = 7 * 86_400_000

export interface Group {
  title: 'Today' | 'This week' | 'Earlier'
  items: Notification[]
}

/**
 * Notifications under the heading of their time, in their order; headings without any are left out. What stays on top is
 * to be done within a day, so it is under today.
 */
export function groupsOf(all: readonly Notification[], now: Date): Group[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const titleOf = ({ at, isOnTop }: Notification): Group['title'] => {
    if (isOnTop) return 'Today'
    const moment = new Date(at).getTime()
    if (moment >= midnight) return 'Today'
    return moment >= midnight - WEEK ? 'This week' : 'Earlier'
  }
  return (['Today', 'This week', 'Earlier'] as const).flatMap((title) => {
    const items = all.filter((each) => titleOf(each) === title)
    return items.length > 0 ? [{ title, items }] : []
  })
}

/** The time of the latest notification, as the database wrote it: the first in the list may be one that stays on top. */
export const latestOf = (all: readonly Notification[]): string | undefined =>
  // All are in UTC, so they compare as texts, to the microsecond.
  all
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
