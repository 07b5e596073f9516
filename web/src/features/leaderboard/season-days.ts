import type { PastSeason } from '../../data/leaderboard/seasons-query.ts'
import { formatDate } from '../../lib/format.ts'

/** From the first to the last day of a season; `ends` is the day after it. */
export function seasonDays({ begins, ends }: Pick<PastSeason, 'begins' | 'ends'>): string {
  const last = new Date(`${ends}T00:00:00Z`)
  last.setUTCDate(last.getUTCDate() - 1)
  return `${formatDate(begins)} to ${formatDate(last.toISOString().slice(0, 10))}`
}
