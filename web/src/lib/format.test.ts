import { describe, expect, it, vi } from 'vitest'
import {
  chosenLocale,
  displayLocale,
  formatAgo,
  formatCount,
  formatDay,
  formatDayAndTime,
  formatMoment,
  formatPoints,
  formatPointsChange,
  formatTimeOrMoment,
} from './format.ts'

const noon = new Date(2026, 10, 21, 12, 0, 0)
const msBefore = (ms: number) => new Date(noon.getTime() - ms)
const plainSpaces = (text: string) => text.replaceAll(/\s/g, ' ')

describe('numbers', () => {
  it('separates thousands', () => {
    expect(formatPoints(0)).toBe('0')
    expect(formatPoints(2480)).toBe('2,480')
    expect(formatPoints(999)).toBe('999')
    expect(formatPoints(1_234_567)).toBe('1,234,567')
    expect(formatPoints(-1_000_000)).toBe('\u22121,000,000')
    expect(formatPoints(-0)).toBe('0')
  })

  it('writes a minus sign, never a hyphen', () => {
    expect(formatPoints(-1500)).toBe('\u22121,500')
    expect(formatPointsChange(-25)).toBe('\u221225')
  })

  it('shows the sign of a change, and none for zero', () => {
    expect(formatPointsChange(100)).toBe('+100')
    expect(formatPointsChange(0)).toBe('0')
  })

  it('uses the singular for one and the plural for others', () => {
    expect(formatCount(1, 'badge')).toBe('1 badge')
    expect(formatCount(0, 'badge')).toBe('0 badges')
    expect(formatCount(2, 'entry', 'entries')).toBe('2 entries')
  })
})

describe('dates', () => {
  it('uses the conventions of an English-speaking viewer and British ones for others', () => {
    expect(displayLocale('en-US')).toBe('en-US')
    expect(displayLocale('de-DE')).toBe('en-GB')
    expect(displayLocale('enm')).toBe('en-GB')
  })

  it('follows the country that was chosen on the device, and ignores anything else that is stored', () => {
    const stored = vi.fn(() => 'en-US')
    vi.stubGlobal('localStorage', { getItem: stored })
    expect(formatDay('2026-10-03T12:00:00Z')).toBe('October 3, 2026')
    stored.mockReturnValue('en-AU')
    expect(formatDay('2026-10-03T12:00:00Z')).toBe('3 October 2026')
    stored.mockReturnValue('en-no such place')
    expect(chosenLocale()).toBeUndefined()
    vi.unstubAllGlobals()
  })

  it('writes a day in full', () => {
    expect(formatDay(new Date(2026, 9, 3), 'en-GB')).toBe('3 October 2026')
    expect(formatDay(new Date(2026, 9, 3), 'en-US')).toBe('October 3, 2026')
  })

  it('writes a moment with its weekday and time, and the year when it is not this one', () => {
    const evening = new Date(2026, 10, 21, 18, 0)
    expect(formatMoment(evening, noon, 'en-GB')).toBe('Saturday 21 November, 18:00')
    expect(plainSpaces(formatMoment(evening, noon, 'en-US'))).toBe('Saturday, November 21, 6:00 PM')
    const night = new Date(2026, 10, 21, 1, 5)
    expect(formatMoment(night, noon, 'en-GB')).toBe('Saturday 21 November, 01:05')
    expect(plainSpaces(formatMoment(night, noon, 'en-US'))).toBe('Saturday, November 21, 1:05 AM')
    expect(formatMoment(new Date(2027, 0, 1, 9, 5), noon, 'en-GB')).toContain('1 January 2027')
  })

  it('uses minutes and hours up to a day, then the date', () => {
    expect(formatAgo(msBefore(20_000), noon, 'en-GB')).toBe('just now')
    expect(formatAgo(msBefore(-5_000), noon, 'en-GB')).toBe('just now')
    expect(formatAgo(msBefore(60_000), noon, 'en-GB')).toBe('1 minute ago')
    expect(formatAgo(msBefore(2 * 3_600_000), noon, 'en-GB')).toBe('2 hours ago')
    expect(formatAgo(msBefore(23.9 * 3_600_000), noon, 'en-GB')).toBe('23 hours ago')
    expect(formatAgo(msBefore(24 * 3_600_000), noon, 'en-GB')).toBe('20 November 2026')
  })
})

it('names the day of a moment, or today', () => {
  expect(plainSpaces(formatDayAndTime(new Date(2026, 10, 21, 18, 0), noon, 'en-US'))).toBe('Today, 6:00 PM')
  expect(formatDayAndTime(new Date(2026, 10, 24, 15, 0), noon, 'en-GB')).toContain('24 November')
})

describe('a date that cannot be shown', () => {
  const bad = ['10000-01-01T00:00:00+00:00', '0044-03-15T00:00:00+00:00 BC', 'infinity', '', 'yesterday']

  it.each(bad)('%j is written as unknown and never throws', (date) => {
    for (const write of [formatDay, formatDayAndTime, formatMoment, formatTimeOrMoment, formatAgo])
      expect(write(date)).toBe('date unknown')
  })

  it('a year out of range is written as unknown', () => {
    expect(formatDay('+010000-01-01T12:00:00Z', 'en-GB')).toBe('1 January 10000')
  })
})
