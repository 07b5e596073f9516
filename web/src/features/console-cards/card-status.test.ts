import { expect, it } from 'vitest'
import { cardStatus } from './card-status.ts'

const now = new Date('2026-11-21T12:00:00Z')
const card = { isActive: true, startDate: '2026-11-01T00:00:00Z', endDate: '2026-12-01T00:00:00Z' }

it.each([
  ['Active', {}],
  ['Inactive', { isActive: false }],
  ['Upcoming', { startDate: '2026-11-21T12:00:01Z' }],
  ['Upcoming', { startDate: '2026-11-22T00:00:00Z', isActive: false }],
  ['Expired', { endDate: '2026-11-21T11:59:59Z' }],
  ['Expired', { endDate: '2026-11-02T00:00:00Z', isActive: false }],
  ['Active', { startDate: '2026-11-21T12:00:00Z' }],
  ['Active', { endDate: '2026-11-21T12:00:00Z' }],
] as const)('is %s with %o', (status, change) => {
  expect(cardStatus({ ...card, ...change }, now)).toBe(status)
})
