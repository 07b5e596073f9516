import { describe, expect, it } from 'vitest'
import { ageLabel, kindRows, roundTop, sumOfLast } from './figures.ts'

describe('roundTop', () => {
  it.each([
    [[], 1],
    [[0, 0], 1],
    [[3], 5],
    [[7, 11], 20],
    [[21], 25],
    [[250], 250],
    [[999], 1000],
    [[1_729_552], 2_000_000],
  ])('of %j is %i', (values, top) => expect(roundTop(values)).toBe(top))
})

describe('sumOfLast', () => {
  it('adds up the newest days', () => {
    const days = [4, 3, 2, 1].map((sign_ups) => ({ day: '2026-11-21', sign_ups, posts: 0 }))
    expect(sumOfLast(days, 2, 'sign_ups')).toBe(3)
    expect(sumOfLast(days, 30, 'sign_ups')).toBe(10)
    expect(sumOfLast([], 7, 'posts')).toBe(0)
  })
})

describe('kindRows', () => {
  it('sorts by points given, and counts a gift once', () => {
    expect(
      kindRows([
        { kind: 'gift_sent', given: 0, taken: 30 },
        { kind: 'gift_received', given: 30, taken: 0 },
        { kind: 'admin', given: 0, taken: 20 },
        { kind: 'game', given: 300, taken: 0 },
      ]).map(({ label, given, taken }) => [label, given, taken]),
    ).toEqual([
      ['Games', 300, 0],
      ['Gifts between members', 30, 0],
      ['Given by admins', 0, 20],
    ])
  })
})

describe('ageLabel', () => {
  it('formats a range and an open end', () => {
    expect(ageLabel({ from_day: 3, to_day: 7 })).toBe('3 to 7 days')
    expect(ageLabel({ from_day: 15, to_day: null })).toBe('15 days or more')
  })
})
