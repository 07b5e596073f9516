import { expect, it } from 'vitest'
import { formatCaughtDay, formatMonth, formatWholeDay, isDay, today } from './day.ts'

const now = new Date(2026, 10, 22, 23, 30)

it('today is the day of the reader’s own clock', () => {
  expect(today(now)).toBe('2026-11-22')
  expect(today(new Date(2026, 0, 1, 0, 0))).toBe('2026-01-01')
})

it('a day is written with its year when it is not this one', () => {
  expect(formatCaughtDay('2026-11-22', now, 'en-GB')).toBe('today')
  expect(formatCaughtDay('2026-11-15', now, 'en-GB')).toBe('15 November')
  expect(formatCaughtDay('2023-06-01', now, 'en-GB')).toBe('1 June 2023')
  expect(formatWholeDay('2026-08-30', 'en-GB')).toBe('30 August 2026')
  expect(formatMonth('2026-08-30', 'en-GB')).toBe('August 2026')
})

it('knows a day from any other text', () => {
  expect(['2026-11-22', '1900-01-01', '2024-02-29'].map(isDay)).toEqual([true, true, true])
  expect(['', '22/11/2026', '1899-12-31', '2026-13-01', '2026-11-22T10:00'].map(isDay)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
