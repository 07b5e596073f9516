import type { WeightUnit } from '../../../contract/src/column-types.ts'
import { CATCH_GRAMS } from '../../../contract/src/limits.ts'
import { formatPoints } from './numbers.ts'

const OUNCE = 28.349523125
const OUNCES_IN_A_POUND = 16

/** A weight in pounds and whole ounces, to the nearest ounce. */
export interface PoundsAndOunces {
  pounds: number
  ounces: number
}

export function poundsAndOunces(grams: number): PoundsAndOunces {
  const ounces = Math.round(grams / OUNCE)
  return { pounds: Math.floor(ounces / OUNCES_IN_A_POUND), ounces: ounces % OUNCES_IN_A_POUND }
}

/** Whole grams of a weight in pounds and ounces. Either may have decimals. */
export const gramsOf = ({ pounds, ounces }: PoundsAndOunces): number =>
  Math.round((pounds * OUNCES_IN_A_POUND + ounces) * OUNCE)

/** A weight as anglers say it: `32 lb 8 oz`, or `14.74 kg`. */
export function formatGrams(grams: number, unit: WeightUnit): string {
  if (unit === 'kg') return `${(Math.round(grams / 10) / 100).toFixed(2)} kg`
  const { pounds, ounces } = poundsAndOunces(grams)
  return `${formatPoints(pounds)} lb ${ounces} oz`
}

/** A weight as it is typed. */
export interface TypedWeight {
  unit: WeightUnit
  pounds: string
  ounces: string
  kilos: string
  /** What the fields stand for until one of them is edited: showing it in another unit changes no gram. */
  exact: number | null
}

/** The fields that show a weight; blank without one. */
export function typedWeight(grams: number | null, unit: WeightUnit): TypedWeight {
  if (grams === null) return { unit, pounds: '', ounces: '', kilos: '', exact: null }
  const { pounds, ounces } = poundsAndOunces(grams)
  return { unit, pounds: String(pounds), ounces: String(ounces), kilos: String(grams / 1000), exact: grams }
}

export type WeightText = 'pounds' | 'ounces' | 'kilos'
export type ParsedGrams = { ok: true; grams: number } | { ok: false; field: WeightText; reason: string }

const MOST = 'Enter a weight of at most 500 kg, which is 1,102 lb'

/** The weight that was typed, in whole grams, or what is wrong with it. A decimal comma counts as a point. */
export function parseWeightText(typed: TypedWeight): ParsedGrams {
  const grams = typed.exact ?? (typed.unit === 'kg' ? kilosIn(typed) : poundsIn(typed))
  if (typeof grams !== 'number') return grams
  const field = typed.unit === 'kg' ? 'kilos' : 'pounds'
  if (grams < CATCH_GRAMS.min) return { ok: false, field, reason: 'Enter the weight' }
  return grams > CATCH_GRAMS.max ? { ok: false, field, reason: MOST } : { ok: true, grams }
}

/** The same weight in the fields of the other unit. What is no weight stays as it was typed. */
export function inUnit(typed: TypedWeight, unit: WeightUnit): TypedWeight {
  const parsed = parseWeightText(typed)
  return parsed.ok ? typedWeight(parsed.grams, unit) : { ...typed, unit, exact: null }
}

/** The change for a text that is typed into a field. `32 lb 8 oz` in the field for pounds fills both. */
export function weightChange(field: WeightText, text: string): Partial<TypedWeight> {
  const whole = field === 'pounds' && /oz/i.test(text) ? wholeIn(text) : undefined
  if (whole) return { ...whole, exact: null }
  return { [field]: text, exact: null }
}

/** `32 lb 8 oz` in one text; while it is being typed, `32 lb 8` or `32 lb`. */
function wholeIn(text: string): Pick<TypedWeight, 'pounds' | 'ounces'> | undefined {
  const [, pounds, ounces = ''] = /^\s*(\d+)\s*lbs?\.?\s*(?:(\d+)\s*(?:oz\.?)?)?\s*$/i.exec(text) ?? []
  return pounds === undefined ? undefined : { pounds, ounces }
}

const numberIn = (text: string): number => {
  const trimmed = text.trim().replace(',', '.')
  return /^\d*\.?\d+$|^\d+\.$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

function kilosIn({ kilos }: TypedWeight): number | ParsedGrams {
  if (kilos.trim() === '') return 0
  const value = numberIn(kilos)
  return Number.isNaN(value)
    ? { ok: false, field: 'kilos', reason: 'Enter kilograms, such as 14.74' }
    : Math.round(value * 1000)
}

function poundsIn(typed: TypedWeight): number | ParsedGrams {
  const { pounds, ounces } = (typed.ounces.trim() === '' ? wholeIn(typed.pounds) : undefined) ?? typed
  const [lb, oz] = [pounds, ounces].map((text) => (text.trim() === '' ? 0 : numberIn(text))) as [number, number]
  if (Number.isNaN(lb)) return { ok: false, field: 'pounds', reason: 'Enter pounds, such as 32' }
  if (Number.isNaN(oz) || oz >= OUNCES_IN_A_POUND)
    return { ok: false, field: 'ounces', reason: 'Enter ounces from 0 to 15' }
  if (!Number.isInteger(lb) && oz > 0)
    return { ok: false, field: 'pounds', reason: 'Enter whole pounds beside the ounces' }
  return gramsOf({ pounds: lb, ounces: oz })
}
