import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATCH_GRAMS } from '../../../contract/src/limits.ts'
import {
  formatGrams,
  gramsOf,
  inUnit,
  parseWeightText,
  poundsAndOunces,
  type TypedWeight,
  typedWeight,
  weightChange,
} from './grams.ts'

const anyGrams = fc.integer(CATCH_GRAMS)
const blank = typedWeight(null, 'lbs')
const typed = (change: Partial<TypedWeight>): TypedWeight => ({ ...blank, ...change })
const gramsIn = (weight: TypedWeight) => {
  const parsed = parseWeightText(weight)
  return parsed.ok ? parsed.grams : parsed
}

describe('a weight', () => {
  it('of 32 lb 8 oz is 14,742 g, and is written as it was typed', () => {
    expect(gramsIn(typed({ pounds: '32', ounces: '8' }))).toBe(14_742)
    expect(formatGrams(14_742, 'lbs')).toBe('32 lb 8 oz')
    expect(formatGrams(14_742, 'kg')).toBe('14.74 kg')
  })

  it('in whole pounds and ounces is shown as it was typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1101 }), fc.integer({ min: 0, max: 15 }), (pounds, ounces) => {
        expect(poundsAndOunces(gramsOf({ pounds, ounces }))).toEqual({ pounds, ounces })
      }),
    )
  })

  it('never has 16 ounces', () => {
    fc.assert(fc.property(anyGrams, (grams) => void expect(poundsAndOunces(grams).ounces).toBeLessThan(16)))
  })

  it('is shown no lighter when it is heavier', () => {
    const ounces = (grams: number) => poundsAndOunces(grams).pounds * 16 + poundsAndOunces(grams).ounces
    fc.assert(
      fc.property(anyGrams, anyGrams, (a, b) => {
        expect(Math.sign(ounces(a) - ounces(b)) * Math.sign(a - b)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('a change of the unit', () => {
  it('there and back a hundred times changes no gram', () => {
    fc.assert(
      fc.property(anyGrams, fc.boolean(), (grams, kilos) => {
        let weight = typedWeight(grams, kilos ? 'kg' : 'lbs')
        for (let n = 0; n < 100; n += 1) weight = inUnit(weight, weight.unit === 'kg' ? 'lbs' : 'kg')
        expect(gramsIn(weight)).toBe(grams)
      }),
    )
  })

  it('keeps what was typed to the gram', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), (grams) => {
        const kilos = typed({ unit: 'kg', kilos: (grams / 1000).toFixed(3) })
        expect(gramsIn(inUnit(inUnit(kilos, 'lbs'), 'kg'))).toBe(grams)
      }),
    )
    expect(inUnit(typed({ pounds: '27', ounces: '10' }), 'kg')).toMatchObject({ unit: 'kg', kilos: '12.53' })
  })

  it('keeps a text that is no weight', () => {
    expect(inUnit(typed({ pounds: 'big' }), 'kg')).toEqual(typed({ unit: 'kg', pounds: 'big' }))
    expect(inUnit(blank, 'kg')).toEqual({ ...blank, unit: 'kg' })
  })

  it('ends with the next edit: what is typed counts', () => {
    const shown = typedWeight(12_530, 'lbs')
    expect(gramsIn(shown)).toBe(12_530)
    expect(gramsIn({ ...shown, ...weightChange('ounces', '11') })).toBe(gramsOf({ pounds: 27, ounces: 11 }))
  })
})

describe('what is typed', () => {
  it('may be decimal pounds, ounces alone, or both in one field', () => {
    expect(gramsIn(typed({ pounds: '32.5' }))).toBe(14_742)
    expect(gramsIn(typed({ pounds: '32,5', ounces: ' ' }))).toBe(14_742)
    expect(gramsIn(typed({ ounces: '8' }))).toBe(227)
    for (const text of ['32 lb 8 oz', '32lb8oz', ' 32 LB 8 OZ', '32 lbs. 8 oz.'])
      expect(weightChange('pounds', text)).toEqual({ pounds: '32', ounces: '8', exact: null })
    // Not yet while it is being typed.
    expect(weightChange('pounds', '32 lb 8')).toEqual({ pounds: '32 lb 8', exact: null })
    expect(gramsIn(typed({ pounds: '32 lb 8' }))).toBe(14_742)
    expect(gramsIn(typed({ pounds: '32 lb' }))).toBe(gramsOf({ pounds: 32, ounces: 0 }))
    expect(weightChange('ounces', '32 lb 8 oz')).toEqual({ ounces: '32 lb 8 oz', exact: null })
  })

  it.each([
    [{}, 'pounds', 'Enter the weight'],
    [{ unit: 'kg' as const }, 'kilos', 'Enter the weight'],
    [{ pounds: '0', ounces: '0' }, 'pounds', 'Enter the weight'],
    [{ pounds: '32', ounces: '16' }, 'ounces', 'Enter ounces from 0 to 15'],
    [{ pounds: '32', ounces: '-1' }, 'ounces', 'Enter ounces from 0 to 15'],
    [{ pounds: 'big' }, 'pounds', 'Enter pounds, such as 32'],
    [{ pounds: '32.5', ounces: '8' }, 'pounds', 'Enter whole pounds beside the ounces'],
    [{ unit: 'kg' as const, kilos: '14,7,4' }, 'kilos', 'Enter kilograms, such as 14.74'],
    [{ unit: 'kg' as const, kilos: '500.1' }, 'kilos', 'Enter a weight of at most 500 kg, which is 1,102 lb'],
    [{ pounds: '1103' }, 'pounds', 'Enter a weight of at most 500 kg, which is 1,102 lb'],
    [{ pounds: '1e3' }, 'pounds', 'Enter pounds, such as 32'],
  ])('%o is refused at %s', (change, field, reason) => {
    expect(gramsIn(typed(change))).toEqual({ ok: false, field, reason })
  })

  it('is never refused when it was shown', () => {
    fc.assert(
      fc.property(anyGrams, fc.constantFrom<'kg' | 'lbs'>('kg', 'lbs'), (grams, unit) => {
        // Shown to the nearest ounce it is none, or more than the most.
        if (unit === 'lbs' && (grams < 15 || grams > 499_986)) return
        expect(parseWeightText({ ...typedWeight(grams, unit), exact: null }).ok).toBe(true)
      }),
    )
  })
})
