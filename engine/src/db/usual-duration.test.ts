import { expect, it } from 'vitest'
import { UsualDuration } from './usual-duration.ts'

function after(...runs: [count: number, ms: number][]): number {
  const usual = new UsualDuration()
  for (const [count, ms] of runs) for (let i = 0; i < count; i += 1) usual.add(ms)
  return usual.ms
}

it('is the median of the last 256 statements', () => {
  expect(after([128, 4], [128, 40])).toBe(40)
  expect(after([144, 4], [112, 40])).toBe(4)
  expect(after([1_000, 40], [256, 3])).toBe(3)
})

it('is zero until half of them have ended, so that the first expensive ones do not raise it', () => {
  expect(after()).toBe(0)
  expect(after([112, 300])).toBe(0)
})
