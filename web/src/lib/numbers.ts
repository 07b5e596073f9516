// Written by hand: Intl needs 100 ms to initialise on a slow phone, and every page shows points.
const withSeparators = (count: number) => String(Math.abs(Math.round(count))).replace(/\B(?=(\d{3})+$)/g, ',')

/** `2480` → `2,480`, `-150` → `−150` (U+2212, which lines up with digits and the plus sign). */
export function formatPoints(points: number): string {
  return `${Math.round(points) < 0 ? '\u2212' : ''}${withSeparators(points)}`
}

/** A change with its sign: `+100`, `−150`, `0`. */
export function formatPointsChange(points: number): string {
  return `${Math.round(points) > 0 ? '+' : ''}${formatPoints(points)}`
}

/** `1 badge`, `4 badges`, `1,204 posts`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatPoints(count)} ${count === 1 ? one : many}`
}
