import { formatPoints } from '../../lib/format.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Milliseconds until a moment, 0 once it has passed or when it is not a date. */
export const timeUntil = (moment: string, now: Date): number => Math.max(0, Date.parse(moment) - now.getTime() || 0)

/** Whether the seconds count: the last hour before a moment. */
export const inLastHour = (moment: string, now: Date): boolean => {
  const left = timeUntil(moment, now)
  return left > 0 && left < HOUR
}

/** `2 days 5 h`, `8 h 12 min`, and in the last hour `42 min 10 s`. */
export function countdown(moment: string, now: Date): string {
  const left = timeUntil(moment, now)
  const part = (unit: number, whole: number) => Math.floor((left % whole) / unit)
  const days = Math.floor(left / DAY)
  if (days > 0) {
    const hours = part(HOUR, DAY)
    return `${formatPoints(days)} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`
  }
  if (left >= HOUR) return `${part(HOUR, DAY)} h ${part(MINUTE, HOUR)} min`
  return left >= MINUTE ? `${part(MINUTE, HOUR)} min ${part(SECOND, MINUTE)} s` : `${part(SECOND, MINUTE)} s`
}

/** The same without seconds, for a place that does not count them. */
export const countdownInMinutes = (moment: string, now: Date): string =>
  inLastHour(moment, now) ? `${Math.max(1, Math.floor(timeUntil(moment, now) / MINUTE))} min` : countdown(moment, now)
