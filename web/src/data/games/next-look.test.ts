import { expect, test } from 'vitest'
import { nextLook } from './next-look.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const game = (startDate: string, endDate: string) => ({ startDate, endDate })

test('about every minute, each page at its own pace', () => {
  expect(nextLook([], now, 0)).toBe(48_000)
  expect(nextLook([], now, 1)).toBe(72_000)
  expect(nextLook([game('2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z')], now, 0.5)).toBe(60_000)
})

test.each([
  ['start', game('2026-11-21T12:00:30Z', '2026-12-01T00:00:00Z')],
  ['end', game('2026-11-01T00:00:00Z', '2026-11-21T12:00:30Z')],
])('soon after the %s of a game', (_, edge) => {
  expect(nextLook([edge], now, 0)).toBe(30_000)
  expect(nextLook([edge], now, 0.5)).toBe(34_000)
})

test('never in a hurry, and not for what is over', () => {
  expect(nextLook([game('2026-11-21T12:00:01Z', '2026-12-01T00:00:00Z')], now, 0)).toBe(5_000)
  expect(nextLook([game('2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z')], now, 0)).toBe(48_000)
})
