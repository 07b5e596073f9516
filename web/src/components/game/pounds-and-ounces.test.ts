import { expect, it } from 'vitest'
import { poundsAndOunces } from './pounds-and-ounces.ts'

it('writes a weight in pounds and ounces, rounded to the ounce', () => {
  expect(poundsAndOunces(24, 'lbs')).toBe('24 lb 0 oz')
  expect(poundsAndOunces(27.6, 'lbs')).toBe('27 lb 10 oz')
  expect(poundsAndOunces(27.99, 'lbs')).toBe('28 lb 0 oz')
  expect(poundsAndOunces(12.53, 'kg')).toBe('27 lb 10 oz')
})
