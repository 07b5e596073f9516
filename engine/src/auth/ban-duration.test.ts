import { expect, it } from 'vitest'
import { banEnd } from './ban-duration.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

it.each([
  ['24h', '2026-03-02T12:00:00.000Z'],
  ['1h30m', '2026-03-01T13:30:00.000Z'],
  ['90s', '2026-03-01T12:01:30.000Z'],
])('ends a ban of %s', (duration, end) => {
  expect(banEnd(duration, NOW)?.toISOString()).toBe(end)
})

it('lifts a ban by none', () => {
  expect(banEnd('none', NOW)).toBeNull()
})

it.each(['', '0h', '5', '-1h', 'h', '1d', '1h!', '999999999h'])('refuses %j', (duration) => {
  expect(() => banEnd(duration, NOW)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
})
