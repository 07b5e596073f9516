import { expect, it } from 'vitest'
import { deadlineError, markedDeadline, usualDeadline } from './claim-deadline.ts'

const now = new Date('2026-11-21T12:00:30.500Z')

it('is 30 days from now unless chosen otherwise, on a whole minute and never shorter', () => {
  expect(usualDeadline(now)).toBe('2026-12-21T12:01:00.000Z')
})

it('keeps the chosen minute and differs within it', () => {
  expect(markedDeadline('2026-12-21T12:01:00.000Z', 0)).toBe('2026-12-21T12:01:00.000Z')
  expect(markedDeadline('2026-12-21T12:01:00.000Z', 59_999)).toBe('2026-12-21T12:01:59.999Z')
})

it('has to be chosen and to lie in the future', () => {
  expect(deadlineError(null, now)).toBe('Choose a claim deadline.')
  expect(deadlineError('2026-11-21T12:00:00Z', now)).toBe('The claim deadline must be in the future.')
  expect(deadlineError('2026-11-21T12:01:00Z', now)).toBeUndefined()
})
