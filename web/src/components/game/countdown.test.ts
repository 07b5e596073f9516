import { expect, test } from 'vitest'
import { countdown, countdownInMinutes, inLastHour } from './countdown.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-23T18:59:00Z', '2 days 6 h'],
  ['2026-11-22T12:30:00Z', '1 day'],
  ['2026-11-21T20:12:59Z', '8 h 12 min'],
  ['2026-11-21T13:00:00Z', '1 h 0 min'],
  ['2026-11-21T12:42:30Z', '42 min 30 s'],
  ['2026-11-21T12:00:05Z', '5 s'],
  ['2026-11-21T11:00:00Z', '0 s'],
  ['0044-03-15T00:00:00+00:00 BC', '0 s'],
])('until %s it is %s', (end, text) => {
  expect(countdown(end, now)).toBe(text)
})

test('seconds are shown in the last hour only', () => {
  const moments = ['2026-11-21T13:00:00Z', '2026-11-21T12:59:59Z', '2026-11-21T12:00:00Z']
  expect(moments.map((moment) => inLastHour(moment, now))).toEqual([false, true, false])
})

test.each([
  ['2026-11-21T12:42:30Z', '42 min'],
  ['2026-11-21T12:00:05Z', '1 min'],
  ['2026-11-21T20:12:59Z', '8 h 12 min'],
])('without seconds, until %s it is %s', (end, text) => {
  expect(countdownInMinutes(end, now)).toBe(text)
})
