import { expect, it, test } from 'vitest'
import { ordinal } from '../../lib/ordinal.ts'
import { missText, placeText } from './outcome-text.ts'

test.each([
  [55, 62, ', one row and three columns away'],
  [42, 62, ', two rows away'],
  [61, 62, ', one column away'],
  [1, 100, ', nine rows and nine columns away'],
  [62, 62, ''],
  [62, null, ''],
])('square %i and the winning square %s', (own, winning, text) => {
  expect(missText(own, winning)).toBe(text)
})

it('gives the place of a guess; equal distances share a place', () => {
  const guesses = [28.5, 28.7, 26.1, 40]
  expect(placeText(26.1, 28.6, 'lbs', guesses)).toBe('You came 3rd of 4, 2.5 lbs under.')
  expect(placeText(28.7, 28.6, 'lbs', guesses)).toBe('You came 1st of 4, 0.1 lbs over.')
})

it('says nothing about the place when the guesses are not all known', () => {
  expect(placeText(26.1, 28.6, 'lbs', undefined)).toBeUndefined()
  expect(placeText(26.1, null, 'lbs', [26.1])).toBeUndefined()
})

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [41, '41st'],
  [112, '112th'],
])('the ordinal of %i is %s', (place, text) => {
  expect(ordinal(place)).toBe(text)
})
