import { describe, expect, it } from 'vitest'
import { indexAfterReload, stepIndex, swipeStep } from './carousel-index.ts'

describe('stepIndex', () => {
  it('wraps around at both ends', () => {
    expect(stepIndex(0, 1, 3)).toBe(1)
    expect(stepIndex(2, 1, 3)).toBe(0)
    expect(stepIndex(0, -1, 3)).toBe(2)
  })

  it('stays on the only card', () => {
    expect(stepIndex(0, 1, 1)).toBe(0)
    expect(stepIndex(0, -1, 1)).toBe(0)
  })
})

describe('indexAfterReload', () => {
  it('follows the current card', () => {
    expect(indexAfterReload(['new', 'a', 'b'], 'a', 0)).toBe(1)
  })

  it('keeps the position of a deleted card, within the list', () => {
    expect(indexAfterReload(['a', 'b'], 'gone', 1)).toBe(1)
    expect(indexAfterReload(['a'], 'gone', 2)).toBe(0)
    expect(indexAfterReload([], 'gone', 2)).toBe(0)
    expect(indexAfterReload(['a'], undefined, 0)).toBe(0)
  })
})

describe('swipeStep', () => {
  it('recognises a horizontal swipe, and ignores scrolling and taps', () => {
    expect(swipeStep(-80, 5)).toBe(1)
    expect(swipeStep(80, -5)).toBe(-1)
    expect(swipeStep(-20, 0)).toBe(0)
    expect(swipeStep(-80, 70)).toBe(0)
  })
})
