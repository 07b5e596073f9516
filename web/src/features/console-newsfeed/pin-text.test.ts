import { describe, expect, it } from 'vitest'
import { latestEnd, pinText, weekMore } from './pin-text.ts'

const now = new Date('2026-11-20T12:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()

describe('pinText', () => {
  it.each([
    [0, undefined],
    [-1, undefined],
    [1, 'ends within a day'],
    [23.9, 'ends within a day'],
    [24, '1 day left'],
    [47.9, '1 day left'],
    [48, '2 days left'],
    [7 * 24, '7 days left'],
  ])('after %s hours', (hours, text) => expect(pinText(inHours(hours), now)).toBe(text))

  it('names the day of an end that is far away', () => expect(pinText(inHours(40 * 24), now)).toMatch(/^until .*2026/))
})

describe('weekMore', () => {
  it('adds to what is left', () => expect(weekMore(inHours(24), now.getTime())).toBe(inHours(8 * 24)))
  it('begins now after the end', () => expect(weekMore(inHours(-24), now.getTime())).toBe(inHours(7 * 24)))
})

it('the latest end is less than 90 days away', () => {
  expect(latestEnd(now.getTime())).toBeLessThan(now.getTime() + 90 * 86_400_000)
})
