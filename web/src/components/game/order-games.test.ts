import { expect, it } from 'vitest'
import { orderGames } from './order-games.ts'

const now = new Date('2026-11-21T12:00:00Z')
const game = (name: string, startDate: string, endDate: string) => ({ name, startDate, endDate })

it('sorts open games by end, then upcoming games by start, then ended games with the latest first', () => {
  const games = [
    game('opens later', '2026-12-05T00:00:00Z', '2026-12-09T00:00:00Z'),
    game('ended long ago', '2026-10-01T00:00:00Z', '2026-10-09T00:00:00Z'),
    game('open for weeks', '2026-11-20T00:00:00Z', '2026-12-24T00:00:00Z'),
    game('opens next', '2026-11-22T00:00:00Z', '2027-01-01T00:00:00Z'),
    game('closes tonight', '2026-11-01T00:00:00Z', '2026-11-21T20:00:00Z'),
    game('ended today', '2026-11-01T00:00:00Z', '2026-11-21T12:00:00Z'),
  ]
  const names = ['closes tonight', 'open for weeks', 'opens next', 'opens later', 'ended today', 'ended long ago']
  expect(orderGames(games, now).map(({ name }) => name)).toEqual(names)
  expect(orderGames(games.toReversed(), now).map(({ name }) => name)).toEqual(names)
})

it('keeps the given order of games with equal times, and puts invalid dates last', () => {
  const same = ['a', 'b', 'c'].map((name) => game(name, '2026-11-20T00:00:00Z', '2026-11-30T00:00:00Z'))
  const bad = game('bad', '10000-01-01T00:00:00+00:00', '0044-03-15T00:00:00+00:00 BC')
  expect(orderGames([bad, ...same], now).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'bad'])
})
