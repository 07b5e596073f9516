import { expect, it } from 'vitest'
import { errorsOf } from '../testing/errors-of.ts'
import { changeSchema, pointsOf, readTyped, writeTyped } from './console-points.ts'

it.each([
  ['50', '50', 50],
  ['-50', '\u221250', -50],
  ['\u221250', '\u221250', -50],
  ['1,250', '1250', 1250],
  ['12.5', '12.5', 0],
  ['1e3', '1e3', 0],
  ['1,5', '1,5', 0],
  ['1 250', '1250', 1250],
  ['', '', 0],
  ['-', '\u2212', -0],
  ['abc', 'abc', 0],
])('reads %j', (text, shown, points) => {
  const typed = readTyped(text)
  expect(writeTyped(typed)).toBe(shown)
  expect(pointsOf(typed)).toBe(points)
})

const changeErrors = (text: string, reason: string) => errorsOf(changeSchema, { typed: readTyped(text), reason })

it('refuses an empty field, zero, too large a number, and a blank reason', () => {
  const points = (text: string) => changeErrors(text, 'why').typed
  for (const text of ['', '0', '-0', '-']) expect(points(text)).toBe('Enter a number of points other than 0')
  for (const text of ['1.5', '1e3', '1,5', 'ten'])
    expect(points(text)).toBe('Enter a whole number of points, in digits only')
  expect(points('2147483648')).toBe('Enter a number of points up to 2,147,483,647')
  expect(points('-2147483647')).toBeUndefined()
  expect(changeErrors('5', ' \n').reason).toBe('Enter a reason')
  expect(changeErrors('5', 'x'.repeat(501)).reason).toBe('A reason has at most 500 characters')
  expect(changeErrors('5', '🎣'.repeat(500))).toEqual({})
})
