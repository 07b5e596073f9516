import type { WeightUnit } from '../../../contract/src/column-types.ts'
import { WEIGHT } from '../../../contract/src/limits.ts'

export type { WeightUnit }

/** Factors from the named unit to the other one. */
const FACTOR: Record<WeightUnit, number> = { kg: 2.20462262, lbs: 0.45359237 }

/** Rounds to two decimals, half up; the epsilon keeps 1.005 from falling to 1. */
function roundToHundredths(value: number): number {
  return Math.round((value + Number.EPSILON) * 100) / 100
}

/**
 * Converts a weight between units.
 * @param value weight in `from`, zero or more.
 * @returns the weight in `to` with at most two decimals, never above the largest weight that unit takes.
 */
export function convertWeight(value: number, from: WeightUnit, to: WeightUnit): number {
  if (from === to) return value
  return Math.min(roundToHundredths(value * FACTOR[from]), WEIGHT[to].max)
}

export type ParsedWeight = { ok: true; value: number | null } | { ok: false; reason: string }

/**
 * Parses what a member typed into a weight field. A decimal comma counts as a point, and blank means no weight. A value
 * between two steps is kept, because a converted weight rarely falls on a step.
 * @returns the weight rounded to two decimals, or the error message.
 */
export function parseWeight(text: string, unit: WeightUnit): ParsedWeight {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return { ok: true, value: null }
  const value = /^\d*\.?\d+$|^\d+\.$/.test(trimmed) ? Number(trimmed) : Number.NaN
  if (Number.isNaN(value) || value > WEIGHT[unit].max) {
    return { ok: false, reason: `Enter a weight from 0 to ${WEIGHT[unit].max} ${unit}` }
  }
  return { ok: true, value: roundToHundredths(value) }
}
