/** A percentile of numbers, 0 without any; `share` from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const round = (value: number, digits = 0) => Number(value.toFixed(digits))

/** The number of answers with each status. */
export class Statuses {
  readonly counts: Record<string, number> = {}

  add(status: number | string): void {
    this.counts[status] = (this.counts[status] ?? 0) + 1
  }

  /** Answers with an unexpected status. */
  outside(expected: readonly number[]): number {
    return Object.entries(this.counts).reduce(
      (sum, [status, count]) => (expected.includes(Number(status)) ? sum : sum + count),
      0,
    )
  }
}

/** The same numbers for the same seed, from 0 up to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Slope of points by least squares. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(([at]) => at), mean(([, value]) => value)]
  const over = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0)
  const under = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
  return under === 0 ? 0 : over / under
}
