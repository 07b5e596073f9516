import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSchedule } from './schedule.ts'

const next = (schedule: string, after: string) => parseSchedule(schedule).next(new Date(after))?.toISOString()

describe('a schedule', () => {
  it.each([
    ['* * * * *', '2026-11-23T07:30:30Z', '2026-11-23T07:31:00.000Z'],
    ['30 3 * * 6', '2026-11-23T07:30:30Z', '2026-11-28T03:30:00.000Z'],
    ['0 12 $ * *', '2027-02-01T00:00:00Z', '2027-02-28T12:00:00.000Z'],
    ['0 12 $ 2 *', '2027-03-01T00:00:00Z', '2028-02-29T12:00:00.000Z'],
    ['0 0 13 * fri', '2026-11-23T07:30:30Z', '2026-11-27T00:00:00.000Z'],
    ['0 0 */2 * 1', '2026-11-23T07:30:30Z', '2026-12-07T00:00:00.000Z'],
    ['0 2 29 3 *', '2026-11-23T07:30:30Z', '2027-03-29T02:00:00.000Z'],
    ['@hourly', '2026-11-23T07:30:30Z', '2026-11-23T08:00:00.000Z'],
    ['@Weekly', '2026-11-23T07:30:30Z', '2026-11-29T00:00:00.000Z'],
    ['30 seconds', '2026-11-23T07:30:30.5Z', '2026-11-23T07:31:00.500Z'],
    ['1 second', '2026-11-23T07:30:30Z', '2026-11-23T07:30:31.000Z'],
  ])('%s after %s is due at %s', (schedule, after, due) => {
    expect(next(schedule, after)).toBe(due)
  })

  it('of a day that no month has is never due', () => {
    expect(next('0 0 31 2 *', '2026-11-23T07:30:30Z')).toBeUndefined()
  })

  it.each(['', '* * * *', '60 * * * *', '* * * * * *', '0 seconds', '60 seconds', '@reboot', 'L * * * *'])(
    '%s is refused',
    (schedule) => {
      expect(() => parseSchedule(schedule)).toThrow()
    },
  )
})

/** Numbers of one field by the rules of Vixie's cron, written out: no code is shared with the subject of the test. */
const field = (low: number, high: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant({ text: '*', has: (_: number) => true }) },
    fc.integer({ min: low, max: high }).map((n) => ({ text: `${n}`, has: (value: number) => value === n })),
    fc.integer({ min: 1, max: high }).map((step) => ({
      text: `*/${step}`,
      has: (value: number) => (value - low) % step === 0,
    })),
    fc
      .tuple(fc.integer({ min: low, max: high }), fc.integer({ min: low, max: high }), fc.integer({ min: 1, max: 5 }))
      .map(([a, b, step]) => [Math.min(a, b), Math.max(a, b), step] as const)
      .map(([first, last, step]) => ({
        text: `${first}-${last}/${step}`,
        has: (value: number) => value >= first && value <= last && (value - first) % step === 0,
      })),
  )

it('a schedule is due in exactly the minutes that its fields name', () => {
  fc.assert(
    fc.property(
      field(0, 59),
      field(0, 23),
      field(1, 31),
      field(1, 12),
      field(0, 7),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (minute, hour, day, month, weekday, from) => {
        const isDue = (at: Date) => {
          const onDay = day.has(at.getUTCDate())
          const dow = at.getUTCDay()
          const onWeekday = weekday.has(dow) || (dow === 0 && weekday.has(7))
          const both = day.text.startsWith('*') || weekday.text.startsWith('*')
          return (
            minute.has(at.getUTCMinutes()) &&
            hour.has(at.getUTCHours()) &&
            month.has(at.getUTCMonth() + 1) &&
            (both ? onDay && onWeekday : onDay || onWeekday)
          )
        }
        const text = [minute, hour, day, month, weekday].map((one) => one.text).join(' ')
        const due = parseSchedule(text).next(from)
        const horizon = from.getTime() + 36 * 3_600_000
        const stop = Math.min(due?.getTime() ?? horizon, horizon)
        const minuteAfter = Math.floor(from.getTime() / 60_000) * 60_000 + 60_000
        for (let at = minuteAfter; at < stop; at += 60_000)
          expect(isDue(new Date(at)), `${text} at ${new Date(at).toISOString()}`).toBe(false)
        if (due) expect(isDue(due), `${text} at ${due.toISOString()}`).toBe(true)
      },
    ),
    { numRuns: 150 },
  )
})
