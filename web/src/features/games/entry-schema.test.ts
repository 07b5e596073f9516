import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { photoSchema, swimSchema, weightSchema } from './entry-schema.ts'

it.each([
  ['1', 1],
  ['100', 100],
])('accepts square %s', (entry, square) => {
  expect(swimSchema.parse({ entry })).toEqual({ entry: { square } })
})

it.each(['', '0', '101', '1.5', 'x'])('rejects square %j', (entry) => {
  expect(errorsOf(swimSchema, { entry })).toEqual({ entry: 'Please select a square' })
})

it('reads a weight in the unit of the game', () => {
  expect(weightSchema('kg').parse({ entry: '12,5' })).toEqual({ entry: { weight: 12.5 } })
  expect(errorsOf(weightSchema('kg'), { entry: ' ' })).toEqual({ entry: 'Please enter a weight' })
  expect(errorsOf(weightSchema('kg'), { entry: '501' })).toEqual({ entry: 'Enter a weight from 0 to 500 kg' })
  expect(weightSchema('lbs').safeParse({ entry: '501' }).success).toBe(true)
})

it('requires the address of a photo', () => {
  expect(photoSchema.parse({ entry: '/a.webp' })).toEqual({ entry: { photoUrl: '/a.webp' } })
})
