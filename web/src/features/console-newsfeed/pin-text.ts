import { formatDay } from '../../lib/format.ts'

const DAY = 86_400_000

/** The state of an announcement's pin in words; undefined once the pin has ended. */
export function pinText(until: string, now: Date): string | undefined {
  const left = Date.parse(until) - now.getTime()
  if (!(left > 0)) return undefined
  if (left < DAY) return 'ends within a day'
  const days = Math.floor(left / DAY)
  if (days > 30) return `until ${formatDay(until)}`
  return days === 1 ? '1 day left' : `${days} days left`
}

/** The end of a pin that is extended by a week: from its end, or from now if it has ended. */
export const weekMore = (until: string, now: number): string =>
  new Date(Math.max(Date.parse(until), now) + 7 * DAY).toISOString()

/** The latest end that the database accepts, less a minute for the way there. */
export const latestEnd = (now: number): number => now + 90 * DAY - 60_000
