import { gramsOf } from '../../lib/grams.ts'
import type { WeightUnit } from '../../lib/weight.ts'

/** A point in a drawing 100 wide and 100 high, measured from the top left corner. */
export interface Spot {
  x: number
  y: number
}

/** What a drawing shows of a catch: its day in ISO 8601, and its weight. */
export interface Weighed {
  caught_on: string
  grams: number
}

export interface WeightPlot {
  /** Weights of the horizontal lines, in grams, from the bottom. */
  axis: number[]
  /** Where each catch is drawn, in the order given. */
  spots: Spot[]
}

export interface BestLine extends WeightPlot {
  /** The line: it rises on the day of each best, and goes on to today. */
  path: string
}

/**
 * The drawing of the personal bests over time.
 * @param steps at least one, each heavier and not earlier than the one before.
 * @param until the day at the right edge, in ISO 8601.
 */
export function bestLine(steps: readonly Weighed[], until: string, unit: WeightUnit): BestLine {
  const { axis, spots } = weightPlot(steps, until, unit)
  const path = spots.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('')
  return { axis, spots, path: `${path}H100` }
}

/**
 * Where catches are drawn over time.
 * @param catches at least one, none earlier than the one before.
 * @param until the day at the right edge, in ISO 8601.
 */
export function weightPlot(catches: readonly Weighed[], until: string, unit: WeightUnit): WeightPlot {
  const weights = catches.map(({ grams }) => grams)
  const axis = axisFor(Math.min(...weights), Math.max(...weights), unit)
  const [bottom = 0, top = 1] = [axis[0], axis.at(-1)]
  const days = catches.map(({ caught_on }) => Date.parse(caught_on))
  const first = days[0] ?? 0
  // A day may be one ahead of the reader's own.
  const span = Math.max(Date.parse(until), days.at(-1) ?? 0) - first
  const spots = catches.map(({ grams }, index) => ({
    x: round(span > 0 ? 2 + 94 * (((days[index] ?? first) - first) / span) : 2),
    y: round(100 - ((grams - bottom) / (top - bottom)) * 100),
  }))
  return { axis, spots }
}

/** Three lines at whole pounds or kilograms, evenly spaced, around the weights. */
function axisFor(least: number, most: number, unit: WeightUnit): number[] {
  const inGrams = (value: number) => (unit === 'kg' ? value * 1000 : gramsOf({ pounds: value, ounces: 0 }))
  const floor = Math.floor(least / inGrams(1))
  for (let step = 1; ; step += step < 5 ? 1 : 5) {
    const bottom = Math.floor(floor / step) * step
    // The heaviest stays below the upper edge.
    if (inGrams(bottom + 2 * step) > most) return [bottom, bottom + step, bottom + 2 * step].map(inGrams)
  }
}

const round = (value: number) => Math.round(value * 100) / 100
