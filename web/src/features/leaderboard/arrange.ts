import type { RankedMember } from '../../data/leaderboard/ranking-query.ts'

export type Metal = 'gold' | 'silver' | 'bronze'

/** One step of the podium: `seat` is where it stands, the metal is what its rank earns. */
export interface PodiumStep {
  seat: 1 | 2 | 3
  metal: Metal | undefined
  member: RankedMember
}

const METALS: Record<number, Metal> = { 1: 'gold', 2: 'silver', 3: 'bronze' }

/** The metal of a rank; equal points share a rank and so a metal. Undefined from the fourth on. */
export function metalOf(rank: number): Metal | undefined {
  return METALS[rank]
}

/**
 * Splits the ranking into the podium, in the order it is seen (second, first, third), and the list below it.
 * @param ranking best first, as the database orders it.
 */
export function arrange(ranking: readonly RankedMember[]): { podium: PodiumStep[]; list: RankedMember[] } {
  const seats = [2, 1, 3] as const
  const podium = seats.flatMap((seat) => {
    const member = ranking[seat - 1]
    return member === undefined ? [] : [{ seat, metal: metalOf(member.rank), member }]
  })
  return { podium, list: ranking.slice(3) }
}
