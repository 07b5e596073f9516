import { expect, test } from 'vitest'
import { drawSquare } from './draw-square.ts'

const giving = (...bytes: number[]) => {
  let at = 0
  return (target: Uint8Array) => {
    for (let index = 0; index < target.length; index += 1) target[index] = bytes[at++ % bytes.length] ?? 0
  }
}

test('every square gets the same number of byte values', () => {
  const drawn = Array.from({ length: 200 }, (_, byte) => drawSquare(giving(byte)))
  for (let square = 1; square <= 100; square += 1) expect(drawn.filter((one) => one === square)).toHaveLength(2)
})

test('bytes that would favour low squares are discarded', () => {
  expect(drawSquare(giving(255, 200, 61))).toBe(62)
})

test('a hundred draws stay on the board', () => {
  for (let draw = 0; draw < 100; draw += 1) {
    const square = drawSquare()
    expect(square).toBeGreaterThanOrEqual(1)
    expect(square).toBeLessThanOrEqual(100)
  }
})
