import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WEIGHT } from '../../../contract/src/limits.ts'
import { convertWeight, parseWeight, type WeightUnit } from './weight.ts'

const hundredths = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((n) => n / 100)
const unit = fc.constantFrom<WeightUnit>('kg', 'lbs')
const other = (from: WeightUnit): WeightUnit => (from === 'kg' ? 'lbs' : 'kg')

describe('convertWeight', () => {
  it('uses the two factors and rounds to two decimals', () => {
    expect(convertWeight(10, 'kg', 'lbs')).toBe(22.05)
    expect(convertWeight(34.5, 'lbs', 'kg')).toBe(15.65)
    expect(convertWeight(1, 'kg', 'lbs')).toBe(2.2)
    expect(convertWeight(0, 'lbs', 'kg')).toBe(0)
  })

  it('keeps a weight when the unit stays the same', () => {
    expect(convertWeight(12.345, 'kg', 'kg')).toBe(12.345)
  })

  it('clamps to the largest weight of the target unit', () => {
    expect(convertWeight(500, 'kg', 'lbs')).toBe(1000)
    expect(convertWeight(1000, 'lbs', 'kg')).toBe(453.59)
  })

  it('always returns a weight that the field accepts', () => {
    fc.assert(
      fc.property(unit, hundredths(500), (from, value) => {
        const to = other(from)
        const converted = convertWeight(value, from, to)
        expect(converted).toBeGreaterThanOrEqual(0)
        expect(converted).toBeLessThanOrEqual(WEIGHT[to].max)
        expect(parseWeight(String(converted), to)).toEqual({ ok: true, value: converted })
      }),
    )
  })

  it('never turns a heavier fish into a lighter one', () => {
    fc.assert(
      fc.property(unit, hundredths(500), hundredths(500), (from, a, b) => {
        const [light, heavy] = a < b ? [a, b] : [b, a]
        expect(convertWeight(light, from, other(from))).toBeLessThanOrEqual(convertWeight(heavy, from, other(from)))
      }),
    )
  })

  it('is within a hundredth of a kilogram after converting there and back', () => {
    fc.assert(
      fc.property(hundredths(453), (kg) => {
        const back = convertWeight(convertWeight(kg, 'kg', 'lbs'), 'lbs', 'kg')
        expect(Math.abs(back - kg)).toBeLessThanOrEqual(0.01 + 1e-9)
      }),
    )
  })
})

describe('parseWeight', () => {
  it('reads a blank field as no weight', () => {
    expect(parseWeight('  ', 'kg')).toEqual({ ok: true, value: null })
  })

  it('accepts points, commas and values between two steps', () => {
    expect(parseWeight('34.5', 'lbs')).toEqual({ ok: true, value: 34.5 })
    expect(parseWeight('34,55', 'lbs')).toEqual({ ok: true, value: 34.55 })
    expect(parseWeight('.5', 'kg')).toEqual({ ok: true, value: 0.5 })
    expect(parseWeight('15.657', 'kg')).toEqual({ ok: true, value: 15.66 })
  })

  it('accepts the largest weight and refuses a greater one', () => {
    expect(parseWeight('500', 'kg')).toEqual({ ok: true, value: 500 })
    expect(parseWeight('500.01', 'kg')).toEqual({ ok: false, reason: 'Enter a weight from 0 to 500 kg' })
    expect(parseWeight('1000', 'lbs')).toEqual({ ok: true, value: 1000 })
    expect(parseWeight('1000.1', 'lbs')).toEqual({ ok: false, reason: 'Enter a weight from 0 to 1000 lbs' })
  })

  it.each(['-1', 'heavy', '1e3', '1.2.3', '12 lbs', 'Infinity', '0x10'])('refuses %s', (text) => {
    expect(parseWeight(text, 'kg').ok).toBe(false)
  })
})
