import { expect, it } from 'vitest'
import { formatGain, postWords } from './words.ts'

it('a gain is written without a zero in front', () => {
  expect(formatGain(680, 'lbs')).toBe('1 lb 8 oz')
  expect(formatGain(227, 'lbs')).toBe('8 oz')
  expect(formatGain(3, 'lbs')).toBe('Less than an ounce')
  expect(formatGain(680, 'kg')).toBe('0.68 kg')
  expect(formatGain(3, 'kg')).toBe('A few grams')
})

it('a post begins with the fish, and says what the angler wrote', () => {
  const one = { grams: 14_742, variety: 'mirror', words: 'On a wafter.' } as const
  expect(postWords(one, 'lbs', 'New personal best')).toBe('New personal best: 32 lb 8 oz mirror.\n\nOn a wafter.')
  expect(postWords({ ...one, words: '' }, 'kg')).toBe('14.74 kg mirror.')
})
