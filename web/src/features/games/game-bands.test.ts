import { expect, it } from 'vitest'
import { bandsOf } from './game-bands.ts'

const now = new Date(2026, 10, 21, 12, 0)
const game = (name: string, start: Date, end: Date) => ({
  name,
  startDate: start.toISOString(),
  endDate: end.toISOString(),
})
const november = (day: number, hour = 0) => new Date(2026, 10, day, hour)

it('sorts games by urgency, and within a band the first to close or open comes first', () => {
  const games = [
    game('opens later', november(26), november(29)),
    game('open for weeks', november(1), november(30)),
    game('ended', november(1), november(21, 11)),
    game('closes tonight', november(1), november(21, 20)),
    game('closes after midnight', november(1), november(22, 1)),
    game('opens tonight', november(21, 20), november(29)),
    game('closes at one', november(1), november(21, 13)),
  ]
  const { today, open, soon, closed } = bandsOf(games, now)
  const names = [today, open, soon, closed].map((band) => band.map(({ name }) => name))
  expect(names).toEqual([
    ['closes at one', 'closes tonight'],
    ['closes after midnight', 'open for weeks'],
    ['opens tonight', 'opens later'],
    ['ended'],
  ])
})
