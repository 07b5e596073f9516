import type { OwnPosition } from './position-query.ts'
import { type RankedMember, sortByRank } from './ranking-query.ts'

/** As many rows as a message has at most; fewer are the whole ranking. */
const ROWS_MAX = 50

/** The first places of all time in a message; undefined when they cannot be read. */
export function readRanking(rows: unknown): RankedMember[] | undefined {
  if (!Array.isArray(rows) || !rows.every(isRankedMember)) return undefined
  return sortByRank(
    rows.map(({ rank, username, avatar_url, badge_count, points }) => ({
      rank,
      username,
      avatar_url: avatar_url ?? '',
      badge_count,
      points,
    })),
  )
}

function isRankedMember(value: unknown): value is RankedMember {
  if (typeof value !== 'object' || value === null) return false
  const { rank, username, avatar_url, badge_count, points } = value as Record<string, unknown>
  return (
    typeof username === 'string' &&
    (typeof avatar_url === 'string' || avatar_url === null) &&
    [rank, badge_count, points].every(Number.isSafeInteger)
  )
}

/** Whether the rows of a message are the whole ranking. */
export const isWhole = (rows: readonly RankedMember[]): boolean => rows.length < ROWS_MAX

/** The loaded ranking with the first places replaced; later places stay until they are loaded again. */
export function withFirstPlaces(loaded: readonly RankedMember[], rows: readonly RankedMember[]): RankedMember[] {
  if (isWhole(rows)) return [...rows]
  const last = rows.at(-1)?.rank ?? 0
  const first = new Set(rows.map(({ username }) => username))
  return [...rows, ...loaded.filter(({ rank, username }) => rank >= last && !first.has(username))]
}

/** The position of a member among the first places; undefined for one who is not there. */
export function positionAmong(rows: readonly RankedMember[], username: string): OwnPosition | undefined {
  const own = rows.find((row) => row.username === username)
  if (!own) return undefined
  const better = rows.filter(({ points }) => points > own.points)
  const next = better.find(({ points }) => points === better.at(-1)?.points)
  return {
    rank: own.rank,
    points: own.points,
    badgeCount: own.badge_count,
    ahead: next && { username: next.username, gap: next.points - own.points },
  }
}
