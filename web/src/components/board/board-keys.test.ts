import { describe, expect, it } from 'vitest'
import { nextSquare, squarePlace, typeDigit } from './board-keys.ts'

describe('nextSquare', () => {
  it.each([
    ['ArrowLeft', 47, 46],
    ['ArrowRight', 47, 48],
    ['ArrowUp', 47, 37],
    ['ArrowDown', 47, 57],
    ['Home', 47, 41],
    ['End', 47, 50],
    ['PageUp', 87, 37],
    ['PageDown', 17, 67],
  ])('%s moves from %i to %i', (key, from, to) => {
    expect(nextSquare(key, false, from)).toBe(to)
  })

  it.each([
    ['ArrowLeft', 41, 41],
    ['ArrowRight', 50, 50],
    ['ArrowUp', 7, 7],
    ['ArrowDown', 97, 97],
    ['PageUp', 47, 7],
    ['PageDown', 67, 97],
    ['Home', 100, 91],
    ['End', 100, 100],
  ])('%s from %i stops at %i', (key, from, to) => {
    expect(nextSquare(key, false, from)).toBe(to)
  })

  it('goes to the corners with Control', () => {
    expect(nextSquare('Home', true, 47)).toBe(1)
    expect(nextSquare('End', true, 47)).toBe(100)
  })

  it('ignores every other key', () => {
    for (const key of ['ArrowLeft', 'ArrowDown', 'PageUp', 'a']) expect(nextSquare(key, true, 47)).toBeNull()
    for (const key of ['Tab', 'Enter', ' ', '4', 'a']) expect(nextSquare(key, false, 47)).toBeNull()
  })
})

describe('typeDigit', () => {
  const type = (...keys: [key: string, at: number][]) =>
    keys.reduce<ReturnType<typeof typeDigit>>((before, [key, at]) => typeDigit(before, key, at), undefined)?.square

  it('joins digits typed within a second', () => {
    expect(type(['4', 0], ['7', 1000])).toBe(47)
    expect(type(['1', 0], ['0', 900], ['0', 1800])).toBe(100)
  })

  it('starts a new number after a second', () => {
    expect(type(['4', 0], ['7', 1001])).toBe(7)
  })

  it('starts a new number when the digits together name no square', () => {
    expect(type(['4', 0], ['7', 100], ['3', 200])).toBe(3)
    expect(type(['1', 0], ['0', 100], ['1', 200])).toBe(1)
  })

  it('ignores a leading zero and letters', () => {
    expect(type(['0', 0])).toBeUndefined()
    expect(type(['0', 0], ['5', 100])).toBe(5)
    expect(type(['x', 0])).toBeUndefined()
  })
})

it('computes the row and column of a square', () => {
  expect(squarePlace(1)).toEqual({ row: 1, column: 1 })
  expect(squarePlace(10)).toEqual({ row: 1, column: 10 })
  expect(squarePlace(47)).toEqual({ row: 5, column: 7 })
  expect(squarePlace(100)).toEqual({ row: 10, column: 10 })
})
