import { expect, test } from 'vitest'
import { gameDays } from './game-days.ts'

test.each([
  ['2026-11-18T12:00:00', '2026-11-22T12:00:00', '18 to 22 Nov 2026'],
  ['2026-11-28T12:00:00', '2026-12-04T12:00:00', '28 Nov to 4 Dec 2026'],
  ['2026-12-28T12:00:00', '2027-01-04T12:00:00', '28 Dec 2026 to 4 Jan 2027'],
  ['2026-11-18T08:00:00', '2026-11-18T20:00:00', '18 Nov 2026'],
])('from %s until %s reads %s', (start, end, text) => {
  expect(gameDays(start, end, 'en-GB')).toBe(text)
})

test('an invalid date does not break the list', () => {
  expect(gameDays('2026-11-18T08:00:00', '10000-01-01T00:00:00+00:00', 'en-GB')).toBe('18 Nov 2026 to date unknown')
})
