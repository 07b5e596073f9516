import { expect, it } from 'vitest'
import type { ConsoleGame } from '../../data/games/console-game.ts'
import { gameView } from './game-views.ts'

const now = new Date('2026-11-21T12:00:00Z')
const game = { startDate: '2026-11-20T12:00:00Z', endDate: '2026-11-28T12:00:00Z' } as ConsoleGame

it.each([
  ['draft', {}, 'draft'],
  ['active', {}, 'open'],
  ['active', { startDate: now.toISOString() }, 'open'],
  ['active', { startDate: '2026-11-21T12:00:01Z' }, 'upcoming'],
  ['active', { endDate: now.toISOString() }, 'to_settle'],
  ['completed', { endDate: now.toISOString() }, 'completed'],
  ['cancelled', {}, 'cancelled'],
] as const)('a game that is %s with %j stands in %s', (state, dates, view) => {
  expect(gameView({ ...game, ...dates, state }, now)).toBe(view)
})
