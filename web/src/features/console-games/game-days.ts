import { displayLocale } from '../../lib/format.ts'

/** From which day until which: `18 to 22 Nov 2026`, `28 Nov to 4 Dec 2026`, `18 Nov 2026`. */
export function gameDays(start: string, end: string, locale = displayLocale()): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
    .formatRange(new Date(start), new Date(end))
    .replace(/\s*[–—]\s*/, ' to ')
}
