import { displayLocale } from '../../lib/format.ts'
import { NO_DATE, writeDate } from '../../lib/formatters.ts'

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** The first and last day: `18 to 22 Nov 2026`, `28 Nov to 4 Dec 2026`, `18 Nov 2026`. */
export function gameDays(start: string, end: string, locale = displayLocale()): string {
  const [from, until] = [writeDate(start, locale, DAY), writeDate(end, locale, DAY)]
  if (from === NO_DATE || until === NO_DATE) return `${from} to ${until}`
  return new Intl.DateTimeFormat(locale, DAY).formatRange(new Date(start), new Date(end)).replace(/\s*[–—]\s*/, ' to ')
}
