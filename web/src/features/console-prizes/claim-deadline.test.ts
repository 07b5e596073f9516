import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { assignSchema, markedDeadline, usualDeadline } from './claim-deadline.ts'

const now = new Date('2026-11-21T12:00:30.500Z')

it('defaults to 30 days from now, rounded up to a whole minute', () => {
  expect(usualDeadline(now)).toBe('2026-12-21T12:01:00.000Z')
})

it('stays within the chosen minute and is unique', () => {
  expect(markedDeadline('2026-12-21T12:01:00.000Z', 0)).toBe('2026-12-21T12:01:00.000Z')
  expect(markedDeadline('2026-12-21T12:01:00.000Z', 59_999)).toBe('2026-12-21T12:01:59.999Z')
})

it('is required, in the future, and within the years that the database accepts', () => {
  const wrong = (deadline: string | null) => errorsOf(assignSchema, { packageId: 'box', deadline }).deadline
  expect(wrong(null)).toBe('Choose a claim deadline.')
  expect(wrong(new Date(Date.now() - 1000).toISOString())).toBe('The claim deadline must be in the future.')
  expect(wrong('2200-01-01T00:00:00.000Z')).toBe('Choose a date between 2000 and 2199')
  expect(wrong(new Date(Date.now() + 60_000).toISOString())).toBeUndefined()
})
