import { type GameTimes, gamePhase } from '../../components/game/game-phase.ts'
import { orderGames } from '../../components/game/order-games.ts'

/** Active games by urgency, each in the order in which they matter. */
export interface GameBands<Game> {
  /** Open games that close today in the viewer's time zone; the first to close first. */
  today: Game[]
  open: Game[]
  /** Games that have not started; the first to open first. */
  soon: Game[]
  /** Games that wait for their result, the latest first. */
  closed: Game[]
}

/** Sorts the active games into bands by the server's current time. */
export function bandsOf<Game extends GameTimes>(games: readonly Game[], now: Date): GameBands<Game> {
  const bands: GameBands<Game> = { today: [], open: [], soon: [], closed: [] }
  for (const game of orderGames(games, now)) bands[bandOf(game, now)].push(game)
  return bands
}

function bandOf(game: GameTimes, now: Date): keyof GameBands<never> {
  const phase = gamePhase(game, now)
  if (phase === 'open') return new Date(game.endDate).toDateString() === now.toDateString() ? 'today' : 'open'
  return phase === 'before' ? 'soon' : 'closed'
}
