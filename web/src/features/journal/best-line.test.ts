import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CatchBest } from '../../../../contract/src/column-types.ts'
import { formatGrams } from '../../lib/grams.ts'
import { bestLine, weightPlot } from './best-line.ts'

const step = (caught_on: string, grams: number): CatchBest => ({ id: caught_on, caught_on, grams, variety: 'mirror' })
const STEPS = [step('2023-06-01', 6577), step('2024-05-10', 8618), step('2026-08-30', 11_850)]

it('rises on the day of each best, and goes on to today', () => {
  const { path, spots } = bestLine(STEPS, '2026-11-22', 'lbs')
  expect(spots.map(({ x }) => x)).toEqual([2, 27.46, 89.78])
  expect(path).toMatch(/^M2 [\d.]+H27\.46V[\d.]+H89\.78V[\d.]+H100$/)
})

it('has whole pounds or kilograms on its axis', () => {
  expect(bestLine(STEPS, '2026-11-22', 'lbs').axis.map((grams) => formatGrams(grams, 'lbs'))).toEqual([
    '10 lb 0 oz',
    '20 lb 0 oz',
    '30 lb 0 oz',
  ])
  expect(bestLine(STEPS, '2026-11-22', 'kg').axis).toEqual([6000, 9000, 12_000])
})

it('draws a single best, also of today', () => {
  const { spots, path, axis } = bestLine([step('2026-11-22', 14_742)], '2026-11-22', 'lbs')
  expect(spots).toEqual([{ x: 2, y: expect.any(Number) }])
  expect(path).toBe(`M2 ${spots[0]?.y}H100`)
  expect(axis).toHaveLength(3)
})

it('draws catches in their order, the heaviest wherever it comes', () => {
  const { spots, axis } = weightPlot(
    [step('2026-01-01', 9000), step('2026-01-01', 14_000), step('2026-07-02', 6000)],
    '2026-12-31',
    'kg',
  )
  expect(axis).toEqual([5000, 10_000, 15_000])
  expect(spots).toEqual([
    { x: 2, y: 60 },
    { x: 2, y: 10 },
    { x: 49, y: 90 },
  ])
})

it('keeps every point within the drawing', () => {
  const anySteps = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 0, max: 40_000 })), {
      minLength: 1,
      maxLength: 30,
    })
    .map((pairs) => {
      const sort = (values: number[]) => values.toSorted((a, b) => a - b)
      const [weights, days] = [sort(pairs.map(([grams]) => grams)), sort(pairs.map(([, day]) => day))]
      return weights.map((grams, index) =>
        step(new Date((days[index] ?? 0) * 86_400_000).toISOString().slice(0, 10), grams),
      )
    })
  fc.assert(
    fc.property(anySteps, fc.constantFrom<'kg' | 'lbs'>('kg', 'lbs'), (steps, unit) => {
      for (const { x, y } of bestLine(steps, '2026-11-22', unit).spots) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(100)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(100)
      }
    }),
  )
})
