/** The three tabs; the value is also what stands in the address. */
export const TIMEFRAMES = ['all', 'month', 'week'] as const
export type Timeframe = (typeof TIMEFRAMES)[number]

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** The tab that an address asks for; anything unknown is All Time. */
export function parseTimeframe(value: string | null): Timeframe {
  return TIMEFRAMES.find((timeframe) => timeframe === value) ?? 'all'
}

/**
 * The moment from which points count: one calendar month or 7 days before `now`.
 * In a shorter month the day is its last one: a month before 31 March is the end of February.
 */
export function startOfTimeframe(timeframe: Exclude<Timeframe, 'all'>, now: Date): Date {
  if (timeframe === 'week') return new Date(now.getTime() - WEEK_MS)
  const start = new Date(now)
  start.setUTCMonth(start.getUTCMonth() - 1)
  // Day 31 of a month of 30 spills over into the next one; day 0 steps back to the last day meant.
  if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0)
  return start
}
