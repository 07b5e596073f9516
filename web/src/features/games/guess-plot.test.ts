import { expect, test } from 'vitest'
import { layOutGuesses } from './guess-plot.ts'

test('the axis takes in guesses and marked weights, and begins at nought at the lowest', () => {
  expect(layOutGuesses([20, 25.5], [28.6])).toMatchObject({ low: 19, high: 30 })
  expect(layOutGuesses([0], [0.4])).toMatchObject({ low: 0, high: 2 })
})

test('equal guesses stand above one another', () => {
  expect(layOutGuesses([5, 5, 5], []).dots.map(({ row }) => row)).toEqual([0, 1, 2])
})

test('many guesses keep within the plot and a single one stays visible', () => {
  const { dots } = layOutGuesses([...new Array<number>(600).fill(10), 20], [])
  expect(Math.max(...dots.map(({ row }) => row))).toBe(4)
  expect(dots).toHaveLength(6)
})
