import { formatCount } from '../../lib/format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `2 days 6 hours left`, `9 hours left`, `42 minutes left`; the last minute counts as one. */
export function gameTimeLeft(endDate: string, now: Date): string {
  const left = Math.max(MINUTE, Date.parse(endDate) - now.getTime())
  const days = Math.floor(left / DAY)
  const hours = Math.floor((left % DAY) / HOUR)
  if (days > 0) return `${formatCount(days, 'day')}${hours > 0 ? ` ${formatCount(hours, 'hour')}` : ''} left`
  return hours > 0 ? `${formatCount(hours, 'hour')} left` : `${formatCount(Math.floor(left / MINUTE), 'minute')} left`
}
