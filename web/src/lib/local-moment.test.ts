import { afterEach, expect, it, vi } from 'vitest'
import { fromLocalInput, toLocalInput, zoneWords } from './local-moment.ts'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['Europe/Berlin', '2026-12-01T08:00', '2026-12-01T07:00:00.000Z'],
  ['Europe/Berlin', '2026-07-01T08:00', '2026-07-01T06:00:00.000Z'],
  ['America/New_York', '2026-12-31T23:30', '2027-01-01T04:30:00.000Z'],
  ['Asia/Kolkata', '2026-01-01T02:15', '2025-12-31T20:45:00.000Z'],
])('in %s %s is %s, there and back', (zone, local, iso) => {
  vi.stubEnv('TZ', zone)
  expect(fromLocalInput(local)).toBe(iso)
  expect(toLocalInput(iso)).toBe(local)
})

it('has no moment for what is incomplete', () => {
  expect(fromLocalInput('')).toBeNull()
  expect(fromLocalInput('2026-12-01')).toBeNull()
  expect(toLocalInput(null)).toBe('')
  expect(toLocalInput('soon')).toBe('')
})

it('names the zone as it is on that day', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(zoneWords('2026-12-01T08:00:00Z')).toBe('Central European Standard Time (Europe/Berlin)')
  expect(zoneWords('2026-07-01T08:00:00Z')).toBe('Central European Summer Time (Europe/Berlin)')
})
