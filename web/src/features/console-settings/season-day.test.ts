import { expect, it } from 'vitest'
import { isSeasonDay, MONTH_DAYS, MONTHS } from './season-day.ts'

it('a season begins on any day that each year has', () => {
  expect([isSeasonDay('01', '31'), isSeasonDay('06', '16'), isSeasonDay('12', '31'), isSeasonDay('02', '28')]).toEqual(
    Array(4).fill(true),
  )
  expect([isSeasonDay('02', '29'), isSeasonDay('04', '31'), isSeasonDay('13', '01')]).toEqual(Array(3).fill(false))
})

it('offers 365 days', () => {
  const days = MONTHS.flatMap((month) => MONTH_DAYS.filter((day) => isSeasonDay(month, day)))
  expect(days).toHaveLength(365)
})
