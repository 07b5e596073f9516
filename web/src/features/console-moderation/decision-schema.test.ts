import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { daysOf, decisionSchema } from './decision-schema.ts'

it('a warning or suspension needs a reason of 500 characters at most, and a known length', () => {
  const right = { term: '7', reason: 'Insults', hides: true }
  expect(errorsOf(decisionSchema, right)).toEqual({})
  expect(errorsOf(decisionSchema, { ...right, reason: ' ' }).reason).toBe('Enter a reason')
  expect(errorsOf(decisionSchema, { ...right, reason: 'x'.repeat(501) }).reason).toBe('Use 500 characters at most')
  expect(errorsOf(decisionSchema, { ...right, term: '2' }).term).toBe('Choose how long')
})

it('a term is a number of days, or none', () => {
  expect(['1', '7', '30', 'lifted'].map(daysOf)).toEqual([1, 7, 30, null])
})
