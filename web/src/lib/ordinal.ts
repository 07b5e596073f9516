import { formatPoints } from './format.ts'

/** `1st`, `2nd`, `3rd`, `11th`, `1,041st`. */
export function ordinal(place: number): string {
  const teen = place % 100 >= 11 && place % 100 <= 13
  const ending = teen ? undefined : ['st', 'nd', 'rd'][(place % 10) - 1]
  return `${formatPoints(place)}${ending ?? 'th'}`
}
