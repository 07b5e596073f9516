import type { RecordCatch, RecordFigure } from '../../../../contract/src/column-types.ts'
import { varietyNoun } from '../../components/catch/varieties.ts'
import { formatGrams } from '../../lib/grams.ts'
import type { WeightUnit } from '../../lib/weight.ts'

/** Season or all time, as the address has it: `?period=all`. */
export type RecordPeriod = 'season' | 'all'

export const parsePeriod = (text: string | null): RecordPeriod => (text === 'all' ? 'all' : 'season')

/** `3 lb 6 oz above last season’s best`; undefined when it is not heavier, or there was none. */
export function aboveText(grams: number, before: number | null, unit: WeightUnit): string | undefined {
  return before !== null && grams > before ? `${formatGrams(grams - before, unit)} above last season’s best` : undefined
}

/** In place of a variety's record. @param ever the weight of its record of all time; undefined without one. */
export function absentText(
  variety: RecordCatch['variety'],
  ever: RecordFigure['grams'] | undefined,
  unit: WeightUnit,
  period: RecordPeriod,
): string {
  const noun = variety === 'grass' || variety === 'other' ? varietyNoun(variety) : `${varietyNoun(variety)} carp`
  if (ever === undefined || period === 'all') return `No ${noun} has been verified yet. The first one is the record.`
  return `No ${noun} has been verified this season. The all-time record is ${formatGrams(ever, unit)}.`
}
