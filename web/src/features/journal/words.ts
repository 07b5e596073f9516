import type { CatchVariety, CatchVisibility } from '../../../../contract/src/column-types.ts'
import { varietyNoun } from '../../components/catch/varieties.ts'
import { formatGrams, poundsAndOunces } from '../../lib/grams.ts'
import type { WeightUnit } from '../../lib/weight.ts'

export const VISIBILITY_NAME: Record<CatchVisibility, string> = {
  me: 'Only me',
  connections: 'Friends',
  members: 'Everyone',
}

export const VISIBILITIES = (['me', 'connections', 'members'] as const).map((value) => ({
  value,
  label: VISIBILITY_NAME[value],
}))

/** A difference between two weights: `1 lb 8 oz`, `8 oz`, `0.68 kg`. */
export function formatGain(grams: number, unit: WeightUnit): string {
  if (unit === 'kg') return grams < 5 ? 'A few grams' : formatGrams(grams, unit)
  const { pounds, ounces } = poundsAndOunces(grams)
  if (pounds > 0) return formatGrams(grams, unit)
  return ounces > 0 ? `${ounces} oz` : 'Less than an ounce'
}

/** What the composer opens with: `32 lb 8 oz mirror.` and what the angler wrote. */
export function postWords(
  { grams, variety, words }: { grams: number; variety: CatchVariety; words: string },
  unit: WeightUnit,
  title?: string,
): string {
  const fish = `${formatGrams(grams, unit)} ${varietyNoun(variety)}.`
  return [title ? `${title}: ${fish}` : fish, words].filter((text) => text !== '').join('\n\n')
}
