import { describe, expect, it } from 'vitest'
import { giftAmount, giftErrors } from './gift-check.ts'

const RANGE = 'Please enter a valid amount between 1 and 1000 points'

describe('the amount', () => {
  it.each(['1', '1000', '1,000', ' 25 '])('%s is taken', (typed) => {
    expect(giftErrors(typed, '', 5000)).toEqual({})
  })

  it.each(['', '0', '-5', '1.5', '1001', 'abc', '1e3', '2147483648', '٣'])('%s is refused', (typed) => {
    expect(giftErrors(typed, '', 5000).points).toBe(RANGE)
  })

  it('is covered by the balance, as far as that is known', () => {
    expect(giftErrors('41', '', 40).points).toBe('You have 40 points to give.')
    expect(giftErrors('40', '', 40)).toEqual({})
    expect(giftErrors('1', '', -30).points).toBe('You have 0 points to give.')
    expect(giftErrors('41', '', undefined)).toEqual({})
  })

  it('is read without separators', () => {
    expect(giftAmount('1,000')).toBe(1000)
  })
})

it('the message has at most 200 characters, an emoji being one', () => {
  expect(giftErrors('1', '🎣'.repeat(200), 10)).toEqual({})
  expect(giftErrors('1', 'x'.repeat(201), 10).message).toBeDefined()
})
