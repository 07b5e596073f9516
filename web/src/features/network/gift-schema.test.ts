import { describe, expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { giftSchema } from './gift-schema.ts'

const RANGE = 'Please enter a valid amount between 1 and 1000 points'
const wrong = (points: string, message: string, balance: number | undefined) =>
  errorsOf(giftSchema(balance), { points, message })

describe('the amount', () => {
  it.each(['1', '1000', '1,000', ' 25 '])('accepts %s', (typed) => {
    expect(wrong(typed, '', 5000)).toEqual({})
  })

  it.each(['', '0', '-5', '1.5', '1001', 'abc', '1e3', '2147483648', '٣'])('rejects %s', (typed) => {
    expect(wrong(typed, '', 5000).points).toBe(RANGE)
  })

  it('must not exceed the balance, if it is known', () => {
    expect(wrong('41', '', 40).points).toBe('You have 40 points to give.')
    expect(wrong('40', '', 40)).toEqual({})
    expect(wrong('1', '', -30).points).toBe('You have 0 points to give.')
    expect(wrong('41', '', undefined)).toEqual({})
  })

  it('is parsed without separators', () => {
    expect(giftSchema(undefined).parse({ points: '1,000', message: '' }).points).toBe(1000)
  })
})

it('the message has at most 200 characters, and an emoji counts as one', () => {
  expect(wrong('1', '🎣'.repeat(200), 10)).toEqual({})
  expect(wrong('1', 'x'.repeat(201), 10)).toEqual({ message: 'A message has at most 200 characters.' })
})
