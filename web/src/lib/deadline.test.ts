import { describe, expect, it } from 'vitest'
import { deadlineState, formatRoughlyLeft, formatTimeLeft } from './deadline.ts'

const NOW = new Date('2026-11-20T22:18:00Z')
const at = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('a deadline', () => {
  it.each([
    [DAY + 1, 'open'],
    [DAY, 'urgent'],
    [1, 'urgent'],
    [0, 'expired'],
    [-DAY, 'expired'],
  ])('%i ms away is %s', (left, state) => {
    expect(deadlineState(at(left), NOW)).toBe(state)
  })

  it.each([
    [30 * DAY, '30 days left', '30 days left'],
    [DAY + 3 * HOUR, '1 day 3 h left', '1 day left'],
    [19 * HOUR + 42 * MINUTE, '19 h 42 min left', '19 hours left'],
    [HOUR, '1 h 0 min left', '1 hour left'],
    [42 * MINUTE + 59_000, '42 min left', '42 minutes left'],
    [5_000, '1 min left', '1 minute left'],
    [4000 * DAY, '4,000 days left', '4,000 days left'],
  ])('%i ms away is written %s, and in a list %s', (left, exact, rough) => {
    expect(formatTimeLeft(at(left), NOW)).toBe(exact)
    expect(formatRoughlyLeft(at(left), NOW)).toBe(rough)
  })
})

it.each(['infinity', '0044-03-15T00:00:00+00:00 BC', '10000-01-01T00:00:00+00:00'])('%s has passed', (deadline) => {
  expect(deadlineState(deadline, NOW)).toBe('expired')
  expect(formatTimeLeft(deadline, NOW)).toBe('1 min left')
  expect(formatRoughlyLeft(deadline, NOW)).toBe('1 minute left')
})
