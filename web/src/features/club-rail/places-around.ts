import type { RankedMember } from '../../data/leaderboard/ranking-query.ts'

export interface PlacesAround {
  /** The place above, the member's own, and the one below; at an end of the ranking two of one side. */
  places: readonly RankedMember[]
  /** The next member with more points, and the points between. */
  ahead: { username: string; gap: number } | undefined
}

const SHOWN = 3

/** A member's place with its neighbours; undefined for a member who is not in the ranking. */
export function placesAround(ranking: readonly RankedMember[], username: string): PlacesAround | undefined {
  const at = ranking.findIndex((place) => place.username === username)
  const own = ranking[at]
  if (!own) return undefined
  const start = Math.max(0, Math.min(at - 1, ranking.length - SHOWN))
  const better = ranking.findLast(({ points }) => points > own.points)
  return {
    places: ranking.slice(start, start + SHOWN),
    ahead: better && { username: better.username, gap: better.points - own.points },
  }
}
