import { convertWeight, type WeightUnit } from '../../lib/weight.ts'

/** A weight as anglers say it, to the ounce: `24 lb 0 oz`. */
export function poundsAndOunces(weight: number, unit: WeightUnit): string {
  const ounces = Math.round(convertWeight(weight, unit, 'lbs') * 16)
  return `${Math.floor(ounces / 16)} lb ${ounces % 16} oz`
}
