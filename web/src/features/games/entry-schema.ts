import * as z from 'zod/mini'
import { parseWeight, type WeightUnit } from '../../lib/weight.ts'

/** A guess in the unit of the game. */
export const weightSchema = (unit: WeightUnit) =>
  z.object({
    entry: z.pipe(
      z.string().check(
        z.refine((typed) => wrongWeight(typed, unit) === undefined, {
          error: ({ input }) => wrongWeight(String(input), unit) ?? '',
        }),
      ),
      z.transform((typed) => {
        const parsed = parseWeight(typed, unit)
        return { weight: (parsed.ok && parsed.value) || 0 }
      }),
    ),
  })

function wrongWeight(typed: string, unit: WeightUnit): string | undefined {
  const parsed = parseWeight(typed, unit)
  if (!parsed.ok) return parsed.reason
  return parsed.value === null ? 'Please enter a weight' : undefined
}

/** One of the hundred squares. */
export const swimSchema = z.object({
  entry: z.pipe(
    z.string().check(z.refine((typed) => /^([1-9]\d?|100)$/.test(typed), 'Please select a square')),
    z.transform((typed) => ({ square: Number(typed) })),
  ),
})

/** The address of an uploaded photo. */
export const photoSchema = z.object({
  entry: z.pipe(
    z.string(),
    z.transform((photoUrl) => ({ photoUrl })),
  ),
})
