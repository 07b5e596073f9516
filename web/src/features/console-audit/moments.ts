import { displayLocale } from '../../lib/format.ts'

/** The time of a moment: `14:05`, or `2:05 PM` where that is the custom. */
export const shortTime = (at: string, locale = displayLocale()) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(new Date(at))

/** A moment to the second with its time zone, for who wants to know exactly. */
export const exactMoment = (at: string, locale = displayLocale()) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(at))
