import { expect, test } from 'vitest'
import { gamePhase, timeSpent } from './game-phase.ts'

const game = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-11-05T00:00:00Z' }

test.each([
  ['2026-10-31T23:59:59Z', 'before', 0],
  ['2026-11-01T00:00:00Z', 'open', 0],
  ['2026-11-04T00:00:00Z', 'open', 0.75],
  ['2026-11-05T00:00:00Z', 'closed', 1],
  ['2026-12-05T00:00:00Z', 'closed', 1],
])('at %s the game is %s', (now, phase, spent) => {
  expect(gamePhase(game, new Date(now))).toBe(phase)
  expect(timeSpent(game, new Date(now))).toBe(spent)
})

test('a game without valid dates is closed', () => {
  const bad = { startDate: '0044-03-15T00:00:00+00:00 BC', endDate: 'infinity' }
  expect(gamePhase(bad, new Date('2026-11-04T00:00:00Z'))).toBe('closed')
  expect(timeSpent(bad, new Date('2026-11-04T00:00:00Z'))).toBe(0)
})
