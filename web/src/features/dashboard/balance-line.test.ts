import { describe, expect, it } from 'vitest'
import { balanceLine, curveThrough, pointsOfLine, scaleAround } from './balance-line.ts'

const changes = (...amounts: number[]) =>
  amounts.map((change, index) => ({ change, createdAt: `2026-10-0${amounts.length - index}T12:00:00Z` }))

describe('the points of the balance chart', () => {
  it('are computed back from the current points, oldest first', () => {
    const line = balanceLine(2480, changes(200, 100, -50, 100, 50))
    expect(line.map((point) => point.balance)).toEqual([2080, 2130, 2230, 2180, 2280, 2480])
    expect(line[0]?.at).toBeUndefined()
    expect(line.at(-1)?.at).toBe('2026-10-05T12:00:00Z')
  })

  it('are two after one change, and none without changes', () => {
    expect(balanceLine(25, changes(25)).map((point) => point.balance)).toEqual([0, 25])
    expect(balanceLine(0, [])).toEqual([])
  })
})

describe('the scale', () => {
  it.each([
    [[2080, 2130, 2480], { bottom: 2000, middle: 2250, top: 2500 }],
    [[1990, 2010], { bottom: 1990, middle: 2000, top: 2010 }],
    [[0, 25], { bottom: 0, middle: 20, top: 40 }],
    [[0, 1], { bottom: 0, middle: 1, top: 2 }],
    [[40, 0], { bottom: 0, middle: 20, top: 40 }],
    [[-30, 10], { bottom: -50, middle: 0, top: 50 }],
    [[2_000_000_000, 2_000_000_100], { bottom: 2_000_000_000, middle: 2_000_000_050, top: 2_000_000_100 }],
  ])('around %j is round and covers every balance', (balances, scale) => {
    expect(scaleAround(balances)).toEqual(scale)
  })
})

describe('the curve', () => {
  it('passes through every point without overshooting', () => {
    const spots = pointsOfLine([0, 100, 50], { bottom: 0, middle: 50, top: 100 })
    expect(spots).toEqual([
      { x: 2, y: 100 },
      { x: 50, y: 0 },
      { x: 98, y: 50 },
    ])
    expect(curveThrough(spots)).toBe('M2 100C23.6 100 28.4 0 50 0C71.6 0 76.4 50 98 50')
  })
})
