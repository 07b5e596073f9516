import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { referralSchema } from './referral-schema.ts'

it.each(['0', '10000', ' 25 '])('a referral may be worth %s points', (points) => {
  expect(referralSchema.parse({ points, firstStepRequired: true })).toEqual({
    points: Number(points),
    firstStepRequired: true,
  })
})

it.each(['', '-1', '10001', '1.5', 'x'])('a referral cannot be worth %j points', (points) => {
  expect(errorsOf(referralSchema, { points, firstStepRequired: false })).toEqual({
    points: 'Enter a whole number from 0 to 10,000',
  })
})
