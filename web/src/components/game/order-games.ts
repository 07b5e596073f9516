import { type GamePhase, type GameTimes, gamePhase } from './game-phase.ts'

const FIRST: Record<GamePhase, number> = { open: 0, before: 1, closed: 2 }

/**
 * Games in the order in which they matter to members: open games, the first to close first; then upcoming games, the
 * first to open first; then ended games, the latest first.
 */
export function orderGames<Game extends GameTimes>(games: readonly Game[], now: Date): Game[] {
  const placed = games.map((game) => {
    const phase = gamePhase(game, now)
    const moment = Date.parse(phase === 'before' ? game.startDate : game.endDate) || 0
    return { game, place: FIRST[phase], moment: phase === 'closed' ? -moment : moment }
  })
  return placed.sort((a, b) => a.place - b.place || a.moment - b.moment).map(({ game }) => game)
}
