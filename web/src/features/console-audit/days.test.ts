import { expect, it } from 'vitest'
import { beginningOf, isDay } from './days.ts'

it('days of the calendar are days', () => {
  for (const day of ['2026-11-21', '2028-02-29', '2000-01-01']) expect(isDay(day), day).toBe(true)
  for (const text of ['', '2026-02-29', '2026-13-01', '2026-00-10', '1999-12-31', '21.11.2026', '2026-11-21T00:00'])
    expect(isDay(text), text).toBe(false)
})

it('a day begins at midnight of the reader’s zone, and ends where the next one begins', () => {
  expect(new Date(beginningOf('2026-11-21')).getHours()).toBe(0)
  expect(new Date(beginningOf('2026-11-21')).getDate()).toBe(21)
  expect(beginningOf('2026-11-30', 1)).toBe(beginningOf('2026-12-01'))
  expect(beginningOf('2026-12-31', 1)).toBe(beginningOf('2027-01-01'))
})
