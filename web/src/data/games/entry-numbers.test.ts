import { expect, it } from 'vitest'
import { lacksFaces, readEntryNumbers, withEntryNumbers } from './entry-numbers.ts'
import type { Game } from './game.ts'

const game = (id: string, entryCount: number) =>
  ({
    id,
    entryCount,
    latestEntrants: Array.from({ length: Math.min(entryCount, 4) }, (_, n) => ({ id: n })),
  }) as never as Game
const numbers = (entries: Record<string, number>) => new Map(Object.entries(entries))

it('reads numbers strictly, and none where a message has none', () => {
  expect(readEntryNumbers(undefined)).toEqual(new Map())
  expect(readEntryNumbers({ a: 2, b: 0 })).toEqual(numbers({ a: 2, b: 0 }))
  for (const wrong of [null, 'a', 3, { a: '2' }, { a: 1.5 }, { a: null }])
    expect(readEntryNumbers(wrong)).toBeUndefined()
})

it('sets the number of each game that is loaded, and keeps the others', () => {
  const games = [game('a', 1), game('b', 7)]
  expect(withEntryNumbers(games, numbers({ a: 2, c: 9 }))).toEqual([{ ...games[0], entryCount: 2 }, games[1]])
})

it('keeps the list when no number has changed, so that nothing is drawn again', () => {
  const games = [game('a', 1)]
  expect(withEntryNumbers(games, numbers({ a: 1 }))).toBe(games)
  expect(withEntryNumbers(games, numbers({}))).toBe(games)
})

it.each([
  [1, 2, true],
  [4, 5, false],
  [9, 10, false],
  [3, 4, true],
  [2, 1, true],
  [2, 2, false],
])('with %i entries before and %i now, faces are missing: %s', (before, now, lacks) => {
  expect(lacksFaces([game('a', before), game('b', 0)], numbers({ a: now }))).toBe(lacks)
})
