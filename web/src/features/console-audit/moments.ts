import { displayLocale, formatTime } from '../../lib/format.ts'
import { writeDate } from '../../lib/formatters.ts'

/** The time of a moment: `14:05`, or `2:05 PM` depending on the locale. */
export const shortTime = (at: string, locale = displayLocale()) => formatTime(new Date(at), locale)

/** A moment to the second with its time zone. */
export const exactMoment = (at: string, locale = displayLocale()) =>
  writeDate(at, locale, { dateStyle: 'full', timeStyle: 'long' })
