import { displayLocale, formatAgo, formatDay } from '../../lib/format.ts'
import { writeDate } from '../../lib/formatters.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** When a post was written: `2 hours ago`, `Yesterday at 05:52`, `Monday at 08:21`, then the date. */
export function postTime(date: string, now: Date, locale = displayLocale()): string {
  const moment = new Date(date)
  if (now.getTime() - moment.getTime() < DAY) return formatAgo(moment, now, locale)
  const days = calendarDays(moment, now)
  if (!(days < 7)) return formatDay(moment, locale)
  const time = writeDate(moment, locale, { timeStyle: 'short' })
  const day = days <= 1 ? 'Yesterday' : writeDate(moment, locale, { weekday: 'long' })
  return `${day} at ${time}`
}

/** When a comment was written, in the shortest form: `now`, `48 min`, `1 h`, `3 d`, then the date. */
export function commentTime(date: string, now: Date, locale = displayLocale()): string {
  const elapsed = now.getTime() - new Date(date).getTime()
  if (elapsed < MINUTE) return 'now'
  if (elapsed < HOUR) return `${Math.floor(elapsed / MINUTE)} min`
  if (elapsed < DAY) return `${Math.floor(elapsed / HOUR)} h`
  if (elapsed < 7 * DAY) return `${Math.floor(elapsed / DAY)} d`
  return formatDay(date, locale)
}

// By calendar days in local time: yesterday evening is one day before this morning.
function calendarDays(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(to) - midnight(from)) / DAY)
}
