import { DATES } from '../../../contract/src/limits.ts'

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** An ISO moment as `datetime-local` fields take it, in the browser's time zone: `2026-12-01T08:00`; '' for null. */
export function toLocalInput(moment: string | null): string {
  const date = new Date(moment ?? Number.NaN)
  if (Number.isNaN(date.getTime())) return ''
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** The ISO moment of a `datetime-local` field's value; null while it is incomplete. */
export function fromLocalInput(text: string): string | null {
  const date = new Date(text)
  // Without the time of day the text would be read as UTC.
  return text.includes('T') && !Number.isNaN(date.getTime()) ? date.toISOString() : null
}

/** The error for a moment that a form takes; undefined within the range of years allowed for every date. */
export function dateProblem(moment: string): string | undefined {
  const at = Date.parse(moment)
  return at >= Date.parse(DATES.from) && at < Date.parse(DATES.before)
    ? undefined
    : 'Choose a date between 2000 and 2199'
}

/** The name of the browser's time zone: `Central European Summer Time (Europe/Berlin)`. */
export function zoneText(moment: string | Date = new Date()): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'long' })
  const shown = new Date(moment)
  const parts = format.formatToParts(Number.isNaN(+shown) ? new Date() : shown)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  return name && name !== timeZone ? `${name} (${timeZone})` : timeZone
}
