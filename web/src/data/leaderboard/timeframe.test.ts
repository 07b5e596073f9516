import { describe, expect, it } from 'vitest'
import { parseTimeframe, startOfTimeframe } from './timeframe.ts'

const start = (timeframe: 'month' | 'week', now: string) => startOfTimeframe(timeframe, new Date(now)).toISOString()

describe('startOfTimeframe', () => {
  it('goes back seven days for the week', () => {
    expect(start('week', '2026-11-03T10:20:30Z')).toBe('2026-10-27T10:20:30.000Z')
  })

  it('goes back one calendar month, whatever its length', () => {
    expect(start('month', '2026-11-21T10:20:30Z')).toBe('2026-10-21T10:20:30.000Z')
    expect(start('month', '2027-01-15T00:00:00Z')).toBe('2026-12-15T00:00:00.000Z')
  })

  it('uses the last day of a shorter month', () => {
    expect(start('month', '2026-03-31T12:00:00Z')).toBe('2026-02-28T12:00:00.000Z')
    expect(start('month', '2028-03-30T12:00:00Z')).toBe('2028-02-29T12:00:00.000Z')
    expect(start('month', '2026-07-31T12:00:00Z')).toBe('2026-06-30T12:00:00.000Z')
  })
})

it('reads the tab from the address and treats an unknown one as all time', () => {
  expect(parseTimeframe('week')).toBe('week')
  expect(parseTimeframe('month')).toBe('month')
  expect(parseTimeframe('decade')).toBe('all')
  expect(parseTimeframe(null)).toBe('all')
})
