import { expect, it } from 'vitest'
import { seasonDays } from './season-days.ts'

it('names the first and the last day of a season', () => {
  expect(seasonDays({ begins: '2026-01-01', ends: '2027-01-01' })).toMatch(/1.*2026 to .*31.*2026/)
  expect(seasonDays({ begins: '2026-06-16', ends: '2027-06-16' })).toMatch(/16.*2026 to .*15.*2027/)
  expect(seasonDays({ begins: '2027-03-01', ends: '2028-03-01' })).toMatch(/29.*2028/)
})
