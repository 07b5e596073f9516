import type { ConsoleGame } from '../../data/games/console-game.ts'
import { GAME_VIEWS, type GameView } from '../../data/games/console-games-search.ts'

export const VIEW_NAMES: Record<GameView, string> = {
  all: 'All',
  to_settle: 'To settle',
  open: 'Open',
  upcoming: 'Upcoming',
  draft: 'Drafts',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export const VIEWS = GAME_VIEWS.map((view) => ({ view, label: VIEW_NAMES[view] }))

/** The view in which a game stands besides all. */
export function gameView({ state, startDate, endDate }: ConsoleGame, now: Date): Exclude<GameView, 'all'> {
  if (state !== 'active') return state
  if (Date.parse(endDate) <= now.getTime()) return 'to_settle'
  return Date.parse(startDate) > now.getTime() ? 'upcoming' : 'open'
}
