import { describe, expect, it } from 'vitest'
import { commentTime, postTime } from './post-time.ts'

// A Saturday evening in the local time zone.
const now = new Date(2026, 10, 21, 18, 0)
const at = (month: number, day: number, hour: number, minute: number) =>
  new Date(2026, month - 1, day, hour, minute).toISOString()

describe('the time of a post', () => {
  it('is relative for a day', () => {
    expect(postTime(at(11, 21, 17, 59), now, 'en-GB')).toBe('1 minute ago')
    expect(postTime(at(11, 20, 18, 1), now, 'en-GB')).toBe('23 hours ago')
  })

  it('is yesterday or a weekday for a week, by calendar days', () => {
    expect(postTime(at(11, 20, 5, 52), now, 'en-GB')).toBe('Yesterday at 05:52')
    expect(postTime(at(11, 19, 23, 0), now, 'en-GB')).toBe('Thursday at 23:00')
    expect(postTime(at(11, 15, 8, 21), now, 'en-GB')).toBe('Sunday at 08:21')
    expect(postTime(at(11, 15, 13, 18), now, 'en-US')).toMatch(/^Sunday at 1:18\sPM$/)
  })

  it('is a date from the seventh day on, so that a weekday is never ambiguous', () => {
    expect(postTime(at(11, 14, 23, 59), now, 'en-GB')).toBe('14 November 2026')
  })

  it('is not in the future when the viewer’s clock is behind', () => {
    expect(postTime(at(11, 21, 18, 1), now, 'en-GB')).toBe('just now')
    expect(commentTime(at(11, 21, 18, 1), now)).toBe('now')
  })
})

it('shortens the time of a comment', () => {
  expect(commentTime(at(11, 21, 17, 12), now)).toBe('48 min')
  expect(commentTime(at(11, 21, 16, 30), now)).toBe('1 h')
  expect(commentTime(at(11, 18, 18, 0), now)).toBe('3 d')
  expect(commentTime(at(11, 14, 18, 0), now, 'en-GB')).toBe('14 November 2026')
})
