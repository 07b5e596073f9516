import { displayLocale } from './format.ts'
import { NO_DATE, writeDate } from './formatters.ts'

/** A calendar day without a zone: `2026-11-22`. */
export type Day = string

/** Today in the reader's zone. */
export function today(now = new Date()): Day {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

// At noon no zone makes it another day.
const noonOf = (day: Day) => `${day}T12:00:00`

/** `15 November`, with the year unless the reader's own year is meant. */
export function formatCaughtDay(day: Day, now = new Date(), locale = displayLocale()): string {
  if (day === today(now)) return 'today'
  const year = day.startsWith(`${now.getFullYear()}-`) ? undefined : 'numeric'
  return writeDate(noonOf(day), locale, { day: 'numeric', month: 'long', year })
}

/** `30 August 2026`. */
export const formatWholeDay = (day: Day, locale = displayLocale()): string =>
  writeDate(noonOf(day), locale, { day: 'numeric', month: 'long', year: 'numeric' })

/** `November 2026`. */
export const formatMonth = (day: Day, locale = displayLocale()): string =>
  writeDate(noonOf(day), locale, { month: 'long', year: 'numeric' })

/** Whether a text is a day that a calendar has, and which was not before 1900. */
export const isDay = (text: string): boolean =>
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && writeDate(noonOf(text), 'en-GB', {}) !== NO_DATE
