import { formatCount } from '../../lib/format.ts'

/** One point of the balance chart. */
export interface BalancePoint {
  balance: number
  /** When the change happened; undefined for the balance before the first change shown. */
  at: string | undefined
}

/**
 * The balances before the oldest change and after each change, computed back from the current points.
 * @param changes the latest ones, newest first.
 * @returns oldest first: one point more than changes, or none without changes.
 */
export function balanceLine(points: number, changes: readonly { change: number; createdAt: string }[]): BalancePoint[] {
  if (changes.length === 0) return []
  let balance = points
  const line: BalancePoint[] = []
  for (const { change, createdAt } of changes) {
    line.push({ balance, at: createdAt })
    balance -= change
  }
  line.push({ balance, at: undefined })
  return line.reverse()
}

/** The vertical axis: its ends and the middle. */
export interface Scale {
  bottom: number
  middle: number
  top: number
}

/** A scale of round numbers with two equal steps that covers the balances closely. */
export function scaleAround(balances: readonly number[]): Scale {
  const min = Math.min(...balances)
  const max = Math.max(...balances)
  for (const step of roundSteps()) {
    const bottom = Math.floor(min / step) * step
    if (bottom + 2 * step >= max) return { bottom, middle: bottom + step, top: bottom + 2 * step }
  }
  // Larger than every balance that the ledger can hold.
  return { bottom: min, middle: (min + max) / 2, top: max }
}

function* roundSteps() {
  for (let ten = 1; ten < Number.MAX_SAFE_INTEGER / 10; ten *= 10)
    for (const one of [1, 2, 2.5, 5]) if (Number.isInteger(one * ten)) yield one * ten
}

/** A point in a drawing 100 wide and 100 high, measured from the top left corner. */
export interface Spot {
  x: number
  y: number
}

/** The positions of the balances: evenly spaced, a little inside the left and right edges. */
export function pointsOfLine(balances: readonly number[], { bottom, top }: Scale): Spot[] {
  const step = balances.length > 1 ? 96 / (balances.length - 1) : 0
  return balances.map((balance, index) => ({
    x: round(2 + step * index),
    y: round(100 - ((balance - bottom) / (top - bottom)) * 100),
  }))
}

/** A curve through the points that is horizontal at each of them, so it never overshoots a real value. */
export function curveThrough(spots: readonly Spot[]): string {
  return spots
    .map((spot, index) => {
      const last = spots[index - 1]
      if (!last) return `M${spot.x} ${spot.y}`
      const bend = (spot.x - last.x) * 0.45
      return `C${round(last.x + bend)} ${last.y} ${round(spot.x - bend)} ${spot.y} ${spot.x} ${spot.y}`
    })
    .join('')
}

const round = (value: number) => Math.round(value * 100) / 100

/** What a number of changes is called: `the last change`, `the last 5 changes`. */
export function spanOf(changes: number): string {
  return changes === 1 ? 'the last change' : `the last ${formatCount(changes, 'change')}`
}
