import { dateFormat } from './formatters.ts'

/**
 * Numbers and dates as the interface writes them. Words around them are English, so a viewer whose browser
 * speaks an English variant gets that variant's conventions and everyone else the British ones.
 */
const FALLBACK_LOCALE = 'en-GB'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The locale for dates and numbers: the viewer's own when it is English, else British English. */
export function displayLocale(preferred: string | undefined = globalThis.navigator?.language): string {
  return preferred !== undefined && /^en(-|$)/i.test(preferred) ? preferred : FALLBACK_LOCALE
}

// By hand, for Intl takes a tenth of a slow phone's second to get ready, and every page shows points.
const withSeparators = (count: number) => String(Math.abs(Math.round(count))).replace(/\B(?=(\d{3})+$)/g, ',')

/** `2480` → `2,480`, `-150` → `−150` (U+2212, which lines up with digits and the plus sign). */
export function formatPoints(points: number): string {
  return `${Math.round(points) < 0 ? '\u2212' : ''}${withSeparators(points)}`
}

/** A change with its sign: `+100`, `−150`, `0`. */
export function formatPointsChange(points: number): string {
  return `${Math.round(points) > 0 ? '+' : ''}${formatPoints(points)}`
}

/** `1 badge`, `4 badges`, `1,204 posts`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatPoints(count)} ${count === 1 ? one : many}`
}

/** A day: `3 October 2026`. */
export function formatDay(date: string | Date, locale = displayLocale()): string {
  return dateFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(date))
}

/** A moment: `Saturday 21 November, 6:00 PM`, with the year when it is not this one. */
export function formatMoment(date: string | Date, now = new Date(), locale = displayLocale()): string {
  const moment = new Date(date)
  const year = moment.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  const day = dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year }).format(moment)
  const time = dateFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(moment)
  return `${day}, ${time}`
}

/** The time of a moment of today, `14:05`; of another day, the whole moment. */
export function formatTimeOrMoment(date: string | Date, now = new Date(), locale = displayLocale()): string {
  const moment = new Date(date)
  if (moment.toDateString() !== now.toDateString()) return formatMoment(moment, now, locale)
  return dateFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(moment)
}

/** How long ago, in words up to a day (`just now`, `2 hours ago`), then the day itself. */
export function formatAgo(date: string | Date, now = new Date(), locale = displayLocale()): string {
  const elapsed = now.getTime() - new Date(date).getTime()
  // A clock that runs a little behind the server's must not say "in 3 seconds".
  if (elapsed < MINUTE) return 'just now'
  if (elapsed >= DAY) return formatDay(date, locale)
  return elapsed < HOUR
    ? `${formatCount(Math.floor(elapsed / MINUTE), 'minute')} ago`
    : `${formatCount(Math.floor(elapsed / HOUR), 'hour')} ago`
}
