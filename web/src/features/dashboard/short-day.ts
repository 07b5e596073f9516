import { displayLocale } from '../../lib/format.ts'
import { writeDate } from '../../lib/formatters.ts'

/** A day in short form, in the viewer's time: `Today`, `3 Oct`, in other years `Oct 2025`. */
export function shortDay(date: string, now: Date, locale = displayLocale()): string {
  const day = new Date(date)
  if (day.toDateString() === now.toDateString()) return 'Today'
  const format: Intl.DateTimeFormatOptions =
    day.getFullYear() === now.getFullYear() ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' }
  return writeDate(day, locale, format)
}
