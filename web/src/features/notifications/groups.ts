import type { Notification } from '../../data/notifications/list-query.ts'

const WEEK = 7 * 86_400_000

export interface Group {
  title: 'Today' | 'This week' | 'Earlier'
  items: Notification[]
}

/** Notifications under the heading of their time, in their order; headings without any are left out. */
export function groupsOf(all: readonly Notification[], now: Date): Group[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const titleOf = ({ at }: Notification): Group['title'] => {
    const moment = new Date(at).getTime()
    if (moment >= midnight) return 'Today'
    return moment >= midnight - WEEK ? 'This week' : 'Earlier'
  }
  return (['Today', 'This week', 'Earlier'] as const).flatMap((title) => {
    const items = all.filter((each) => titleOf(each) === title)
    return items.length > 0 ? [{ title, items }] : []
  })
}
