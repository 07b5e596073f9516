import type { RankedMember } from '../../data/leaderboard/ranking-query.ts'

/** One step of the podium: `seat` is where it stands, whatever rank its member shares. */
export interface PodiumStep {
  seat: 1 | 2 | 3
  member: RankedMember
}

/**
 * Splits the ranking into the podium, in the order it is seen (second, first, third), and the list below it.
 * @param ranking best first, as the database orders it.
 */
export function arrange(ranking: readonly RankedMember[]): { podium: PodiumStep[]; list: RankedMember[] } {
  const seats = [2, 1, 3] as const
  const podium = seats.flatMap((seat) => {
    const member = ranking[seat - 1]
    return member === undefined ? [] : [{ seat, member }]
  })
  return { podium, list: ranking.slice(3) }
}
