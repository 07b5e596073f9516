import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { VARIETIES } from '../../components/catch/varieties.ts'
import type { CatchFields } from '../../data/catches/catch-mutations.ts'
import type { Catch } from '../../data/catches/pages-query.ts'
import { isDay, today } from '../../lib/day.ts'
import { text } from '../../lib/form/schema.ts'
import { parseWeightText, typedWeight } from '../../lib/grams.ts'
import type { WeightUnit } from '../../lib/weight.ts'

/** A catch as it is typed. There is deliberately no field for a place. */
export const catchSchema = z.pipe(
  z
    .object({
      unit: z.enum(['kg', 'lbs']),
      pounds: z.string(),
      ounces: z.string(),
      kilos: z.string(),
      exact: z.nullable(z.number()),
      variety: z.string(),
      caughtOn: z.string().check(
        z.refine(isDay, 'Choose the day'),
        z.refine((day) => day <= today(), 'The day is in the future'),
      ),
      photoPath: z.nullable(z.string()),
      words: text(TEXT_LIMITS.catchWords),
      visibility: z.enum(['me', 'connections', 'members']),
    })
    .check(
      z.check(({ value, issues }) => {
        const weight = parseWeightText(value)
        if (!weight.ok)
          issues.push({
            code: 'custom',
            message: weight.reason,
            path: [weight.field],
            input: value[weight.field],
            continue: true,
          })
        if (!varietyOf(value.variety))
          issues.push({
            code: 'custom',
            message: 'Choose the variety',
            path: ['variety'],
            input: value.variety,
            continue: true,
          })
      }),
    ),
  z.transform(({ variety, caughtOn, photoPath, words, visibility, ...typed }): CatchFields => {
    const weight = parseWeightText(typed)
    return {
      grams: weight.ok ? weight.grams : 0,
      variety: varietyOf(variety) ?? 'other',
      caught_on: caughtOn,
      photo_path: photoPath,
      words,
      visibility,
    }
  }),
)

/** The form's values. */
export type CatchValues = z.input<typeof catchSchema>

const varietyOf = (typed: string) => VARIETIES.find((variety) => variety === typed)

/** A form that is still empty: today, for friends. */
export const newCatch = (unit: WeightUnit): CatchValues => ({
  ...typedWeight(null, unit),
  variety: '',
  caughtOn: today(),
  photoPath: null,
  words: '',
  visibility: 'connections',
})

/** The form's values for a catch of one's own. */
export const valuesOf = (one: Pick<Catch, keyof CatchFields>, unit: WeightUnit): CatchValues => ({
  ...typedWeight(one.grams, unit),
  variety: one.variety,
  caughtOn: one.caught_on,
  photoPath: one.photo_path,
  words: one.words,
  visibility: one.visibility ?? 'me',
})
