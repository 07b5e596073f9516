import { afterEach, expect, it, vi } from 'vitest'
import { dateProblem, fromLocalInput, toLocalInput, zoneText } from './local-moment.ts'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['Europe/Berlin', '2026-12-01T08:00', '2026-12-01T07:00:00.000Z'],
  ['Europe/Berlin', '2026-07-01T08:00', '2026-07-01T06:00:00.000Z'],
  ['America/New_York', '2026-12-31T23:30', '2027-01-01T04:30:00.000Z'],
  ['Asia/Kolkata', '2026-01-01T02:15', '2025-12-31T20:45:00.000Z'],
])('converts, in %s, %s to %s and back', (zone, local, iso) => {
  vi.stubEnv('TZ', zone)
  expect(fromLocalInput(local)).toBe(iso)
  expect(toLocalInput(iso)).toBe(local)
})

it('has no moment for an incomplete text', () => {
  expect(fromLocalInput('')).toBeNull()
  expect(fromLocalInput('2026-12-01')).toBeNull()
  expect(toLocalInput(null)).toBe('')
  expect(toLocalInput('soon')).toBe('')
})

it('names the zone as it is on that day', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(zoneText('2026-12-01T08:00:00Z')).toBe('Central European Standard Time (Europe/Berlin)')
  expect(zoneText('2026-07-01T08:00:00Z')).toBe('Central European Summer Time (Europe/Berlin)')
})

it('gives an empty field and the current zone for a date that cannot be shown', () => {
  for (const bad of ['infinity', '0044-03-15T00:00:00+00:00 BC']) {
    expect(toLocalInput(bad)).toBe('')
    expect(zoneText(bad)).toBe(zoneText())
  }
})

it.each([
  ['1999-12-31T23:59:59Z', false],
  ['2000-01-01T00:00:00Z', true],
  ['2199-12-31T23:59:59Z', true],
  ['2200-01-01T00:00:00Z', false],
  ['0002-11-22T00:00:00Z', false],
  ['never', false],
])('takes %s: %s', (moment, taken) => {
  expect(dateProblem(moment)).toBe(taken ? undefined : 'Choose a date between 2000 and 2199')
})
