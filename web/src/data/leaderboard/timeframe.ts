/** The four tabs; the value also appears in the address. */
export const TIMEFRAMES = ['all', 'season', 'month', 'week'] as const
export type Timeframe = (typeof TIMEFRAMES)[number]

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** The tab named by an address; All Time when unknown. */
export function parseTimeframe(value: string | null): Timeframe {
  return TIMEFRAMES.find((timeframe) => timeframe === value) ?? 'all'
}

/**
 * The moment from which points count: one calendar month or 7 days before `now`.
 * A shorter month uses its last day: one month before 31 March is the end of February.
 */
export function startOfTimeframe(timeframe: Exclude<Timeframe, 'all' | 'season'>, now: Date): Date {
  if (timeframe === 'week') return new Date(now.getTime() - WEEK_MS)
  const start = new Date(now)
  start.setUTCMonth(start.getUTCMonth() - 1)
  // Day 31 of a 30-day month overflows into the next one; day 0 steps back to the last day of the intended month.
  if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0)
  return start
}
