import { formatPoints } from './format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `urgent` in the last 24 hours; `expired` from the deadline itself. */
export type DeadlineState = 'open' | 'urgent' | 'expired'

export function deadlineState(deadline: string, now: Date): DeadlineState {
  const left = timeLeft(deadline, now)
  if (left <= 0) return 'expired'
  return left <= DAY ? 'urgent' : 'open'
}

/** `6 days 3 h left`, `19 h 42 min left`, `42 min left`; less than a minute counts as one. */
export function formatTimeLeft(deadline: string, now: Date): string {
  const left = Math.max(MINUTE, timeLeft(deadline, now))
  const days = Math.floor(left / DAY)
  const hours = Math.floor((left % DAY) / HOUR)
  const minutes = Math.floor((left % HOUR) / MINUTE)
  if (days > 0) return `${counted(days, 'day')}${hours > 0 ? ` ${hours} h` : ''} left`
  if (hours > 0) return `${hours} h ${minutes} min left`
  return `${minutes} min left`
}

/** In one unit, rounded down, for lists: `6 days left`, `19 hours left`, `1 minute left`. */
export function formatRoughlyLeft(deadline: string, now: Date): string {
  const left = Math.max(MINUTE, timeLeft(deadline, now))
  if (left >= DAY) return `${counted(Math.floor(left / DAY), 'day')} left`
  if (left >= HOUR) return `${counted(Math.floor(left / HOUR), 'hour')} left`
  return `${counted(Math.floor(left / MINUTE), 'minute')} left`
}

// A deadline that cannot be shown as a date counts as passed.
const timeLeft = (deadline: string, now: Date) => Date.parse(deadline) - now.getTime() || 0

const counted = (count: number, one: string) => `${formatPoints(count)} ${count === 1 ? one : `${one}s`}`
