import { NO_DATE, writeDate } from './formatters.ts'
import { formatCount } from './numbers.ts'

export { formatCount, formatPoints, formatPointsChange } from './numbers.ts'

/**
 * Dates as the interface writes them. The surrounding text is English, so a viewer whose browser uses a variant of
 * English gets that variant's conventions and all others the British ones.
 */
const FALLBACK_LOCALE = 'en-GB'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
// As a locale writes times: `09:05` with 24 hours, `9:05 AM` with 12.
const TIME = { timeStyle: 'short' } as const

export const LOCALE_KEY = 'bankside-locale'

/** The locale that was chosen on this device, or undefined when dates follow the device. */
export function chosenLocale(): string | undefined {
  try {
    const saved = localStorage.getItem(LOCALE_KEY)
    // Anything else than a language with its country could make `Intl` throw.
    return saved && /^en-[A-Z]{2}$/.test(saved) ? saved : undefined
  } catch {
    // Storage can be forbidden.
    return undefined
  }
}

/** The locale for dates: the chosen one, else the viewer's own when it is English, else British English. */
export function displayLocale(
  preferred: string | undefined = chosenLocale() ?? globalThis.navigator?.language,
): string {
  return preferred !== undefined && /^en(-|$)/i.test(preferred) ? preferred : FALLBACK_LOCALE
}

/** A day: `3 October 2026`. */
export function formatDay(date: string | Date, locale = displayLocale()): string {
  return writeDate(date, locale, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** A date without a time, which is the same everywhere, `2019-05-31`: `31 May 2019`. */
export const formatDate = (date: string, locale = displayLocale()): string => formatDay(`${date}T12:00:00`, locale)

/** A moment: `Saturday 21 November, 6:00 PM`, with the year when it is not this one. */
export function formatMoment(date: string | Date, now = new Date(), locale = displayLocale()): string {
  const moment = new Date(date)
  const year = moment.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  const day = writeDate(moment, locale, { weekday: 'long', day: 'numeric', month: 'long', year })
  return day === NO_DATE ? day : `${day}, ${writeDate(moment, locale, TIME)}`
}

/** A time of day, `14:05` or `2:05 PM`. */
export function formatTime(date: Date, locale = displayLocale()): string {
  return writeDate(date, locale, TIME)
}

/** For a moment of today its time, `14:05`; otherwise the whole moment. */
export function formatTimeOrMoment(date: string | Date, now = new Date(), locale = displayLocale()): string {
  const moment = new Date(date)
  if (moment.toDateString() !== now.toDateString()) return formatMoment(moment, now, locale)
  return formatTime(moment, locale)
}

/** A moment with its day, short: `Today, 6:00 PM`, otherwise `Tue 24 November, 3:00 PM`. */
export function formatDayAndTime(date: string | Date, now = new Date(), locale = displayLocale()): string {
  const moment = new Date(date)
  const time = formatTime(moment, locale)
  if (time === NO_DATE) return time
  if (moment.toDateString() === now.toDateString()) return `Today, ${time}`
  const year = moment.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return `${writeDate(moment, locale, { weekday: 'short', day: 'numeric', month: 'long', year })}, ${time}`
}

/** How long ago, in words up to a day (`just now`, `2 hours ago`), then the date. */
export function formatAgo(date: string | Date, now = new Date(), locale = displayLocale()): string {
  const elapsed = now.getTime() - new Date(date).getTime()
  // With a clock slightly behind the server's, the text must not become "in 3 seconds".
  if (elapsed < MINUTE) return 'just now'
  if (!(elapsed < DAY)) return formatDay(date, locale)
  return elapsed < HOUR
    ? `${formatCount(Math.floor(elapsed / MINUTE), 'minute')} ago`
    : `${formatCount(Math.floor(elapsed / HOUR), 'hour')} ago`
}
