import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitWithin } from './photo-shrink.ts'

it('keeps a photo that fits and scales a larger one by its longest edge', () => {
  expect(fitWithin(1200, 800, 2048)).toEqual({ width: 1200, height: 800 })
  expect(fitWithin(4096, 3072, 2048)).toEqual({ width: 2048, height: 1536 })
  expect(fitWithin(3072, 4096, 2048)).toEqual({ width: 1536, height: 2048 })
})

it('always leaves at least one pixel and never exceeds the edge', () => {
  const edges = fc.integer({ min: 1, max: 30_000 })
  fc.assert(
    fc.property(edges, edges, (width, height) => {
      const fitted = fitWithin(width, height, 2048)
      expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(2048)
      expect(Math.min(fitted.width, fitted.height)).toBeGreaterThanOrEqual(1)
    }),
  )
})
