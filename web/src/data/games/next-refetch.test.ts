import { expect, test } from 'vitest'
import { nextRefetch } from './next-refetch.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const game = (startDate: string, endDate: string) => ({ startDate, endDate })

test('loads about every minute, with an offset for each page', () => {
  expect(nextRefetch([], now, 0)).toBe(48_000)
  expect(nextRefetch([], now, 1)).toBe(72_000)
  expect(nextRefetch([game('2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z')], now, 0.5)).toBe(60_000)
})

test.each([
  ['start', game('2026-11-21T12:00:30Z', '2026-12-01T00:00:00Z')],
  ['end', game('2026-11-01T00:00:00Z', '2026-11-21T12:00:30Z')],
])('loads soon after the %s of a game', (_, edge) => {
  expect(nextRefetch([edge], now, 0)).toBe(30_000)
  expect(nextRefetch([edge], now, 0.5)).toBe(34_000)
})

test('keeps a minimum interval, and ignores past times', () => {
  expect(nextRefetch([game('2026-11-21T12:00:01Z', '2026-12-01T00:00:00Z')], now, 0)).toBe(5_000)
  expect(nextRefetch([game('2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z')], now, 0)).toBe(48_000)
})
