import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { endOf, suspensionSchema, TERMS, termsFor } from './suspension.ts'

it('ends after its term', () => {
  const now = Date.UTC(2026, 10, 22, 6, 40)
  expect(TERMS.map((term) => endOf(term, now))).toEqual([
    '2026-11-23T06:40:00.000Z',
    '2026-11-29T06:40:00.000Z',
    '2026-12-22T06:40:00.000Z',
    null,
  ])
})

it('ends within 30 days when a moderator suspends', () => {
  expect(termsFor(true)).toEqual(['1 day', '7 days', '30 days'])
  expect(termsFor(false)).toEqual(TERMS)
})

it('needs a reason of 500 characters at most', () => {
  const errors = (reason: string) => errorsOf(suspensionSchema, { term: '1 day', reason })
  expect(errors(' ')).toEqual({ reason: 'Enter a reason' })
  expect(errors('x'.repeat(501))).toEqual({ reason: 'Use 500 characters at most' })
  expect(errors('\u{1F3A3}'.repeat(500))).toEqual({})
})
