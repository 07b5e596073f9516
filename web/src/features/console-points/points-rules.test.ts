import { expect, it } from 'vitest'
import { changeErrors, pointsOf, readTyped, writeTyped } from './points-rules.ts'

it.each([
  ['50', '50', 50],
  ['-50', '\u221250', -50],
  ['\u221250', '\u221250', -50],
  ['1,250', '1250', 1250],
  ['12.5', '125', 125],
  ['', '', 0],
  ['-', '\u2212', -0],
  ['abc', '', 0],
])('reads %j', (text, shown, points) => {
  const typed = readTyped(text)
  expect(writeTyped(typed)).toBe(shown)
  expect(pointsOf(typed)).toBe(points)
})

it('refuses nothing and zero, too much, and a blank reason', () => {
  const points = (text: string) => changeErrors(readTyped(text), 'why').points
  for (const text of ['', '0', '-0', '-']) expect(points(text)).toBe('Enter a number of points other than 0')
  expect(points('2147483648')).toBe('Enter a number of points up to 2,147,483,647')
  expect(points('-2147483647')).toBeUndefined()
  expect(changeErrors(readTyped('5'), ' \n').reason).toBe('Enter a reason')
  expect(changeErrors(readTyped('5'), 'x'.repeat(501)).reason).toBe('A reason has at most 500 characters')
  expect(changeErrors(readTyped('5'), '🎣'.repeat(500))).toEqual({})
})
