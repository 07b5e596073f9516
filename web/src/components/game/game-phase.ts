/** When a game starts and stops taking entries. */
export interface GameTimes {
  startDate: string
  endDate: string
}

/** `before` its start, `open` for entries, `closed` until the results are posted. */
export type GamePhase = 'before' | 'open' | 'closed'

export function gamePhase({ startDate, endDate }: GameTimes, now: Date): GamePhase {
  if (now.getTime() < Date.parse(startDate)) return 'before'
  return now.getTime() < Date.parse(endDate) ? 'open' : 'closed'
}

/** Elapsed share of the game's time, 0 to 1. */
export function timeSpent({ startDate, endDate }: GameTimes, now: Date): number {
  const start = Date.parse(startDate)
  return Math.min(1, Math.max(0, (now.getTime() - start) / (Date.parse(endDate) - start) || 0))
}
