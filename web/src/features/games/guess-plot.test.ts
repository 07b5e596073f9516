import { expect, test } from 'vitest'
import { layOutGuesses } from './guess-plot.ts'

test('the axis covers guesses and marked weights, and never goes below zero', () => {
  expect(layOutGuesses([20, 25.5], [28.6])).toMatchObject({ low: 19, high: 30 })
  expect(layOutGuesses([0], [0.4])).toMatchObject({ low: 0, high: 2 })
})

test('equal guesses are stacked', () => {
  expect(layOutGuesses([5, 5, 5], []).dots.map(({ row }) => row)).toEqual([0, 1, 2])
})

test('many guesses fit into the plot, and a single guess stays visible', () => {
  const { dots } = layOutGuesses([...new Array<number>(600).fill(10), 20], [])
  expect(Math.max(...dots.map(({ row }) => row))).toBe(4)
  expect(dots).toHaveLength(6)
})
