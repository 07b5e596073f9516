import type { Level } from '../../../../contract/src/column-types.ts'

/** How much of the way from a level to the next one is done, in per cent from 0 to 100. */
export function shareOf({ points, earned, next_points }: Level): number {
  if (next_points === null || next_points <= points) return 100
  return Math.min(100, Math.max(0, ((earned - points) / (next_points - points)) * 100))
}
