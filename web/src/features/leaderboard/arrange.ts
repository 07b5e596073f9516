import type { RankedMember } from '../../data/leaderboard/ranking-query.ts'

/** One step of the podium: `seat` is its position, whatever the rank of its member. */
export interface PodiumStep {
  seat: 1 | 2 | 3
  member: RankedMember
}

/**
 * Splits the ranking into the podium, in display order (second, first, third), and the list below it.
 * @param ranking best first, as ordered by the database.
 */
export function arrange(ranking: readonly RankedMember[]): { podium: PodiumStep[]; list: RankedMember[] } {
  const seats = [2, 1, 3] as const
  const podium = seats.flatMap((seat) => {
    const member = ranking[seat - 1]
    return member === undefined ? [] : [{ seat, member }]
  })
  return { podium, list: ranking.slice(3) }
}
