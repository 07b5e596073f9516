import * as z from 'zod/mini'
import { LIMITS } from '../../../../contract/src/limits.ts'
import type { OwnProfile } from '../../data/profile/own-profile-query.ts'
import type { ProfileEdit } from '../../data/profile/profile-save-mutation.ts'
import { text } from '../../lib/form/schema.ts'
import { convertWeight, parseWeight, type WeightUnit } from '../../lib/weight.ts'

const tooLong = (what: string, max: number) => `${what} must be at most ${max} characters long`
const wrongWeight = (typed: string, unit: WeightUnit) => {
  const parsed = parseWeight(typed, unit)
  return parsed.ok ? undefined : parsed.reason
}

/** A member's profile. The database validates it again; lengths are counted in code points, as in the database. */
export const profileSchema = z.pipe(
  z
    .object({
      username: text(LIMITS.username, {
        missing: 'Username is required',
        long: tooLong('Username', LIMITS.username),
      }),
      bio: text(LIMITS.bio, { long: tooLong('Bio', LIMITS.bio), ends: 'kept' }),
      weight: z.string(),
      unit: z.enum(['kg', 'lbs']),
      weightFrom: z.enum(['typed', 'best']),
      area: text(LIMITS.fishingArea, { long: tooLong('Primary fishing area', LIMITS.fishingArea) }),
    })
    .check(
      z.check(({ value: { weight, unit, weightFrom }, issues }) => {
        const message = weightFrom === 'typed' ? wrongWeight(weight, unit) : undefined
        if (message) issues.push({ code: 'custom', message, path: ['weight'], input: weight, continue: true })
      }),
    ),
  z.transform(({ username, bio, weight, unit, weightFrom, area }): ProfileEdit => {
    const parsed = parseWeight(weight, unit)
    return {
      username,
      bio,
      weight_value: parsed.ok ? parsed.value : null,
      weight_unit: unit,
      weight_from: weightFrom,
      fishing_area: area,
    }
  }),
)

/** The form's values; the weight as typed. */
export type ProfileValues = z.input<typeof profileSchema>

/** The form's values for a saved profile. */
export const valuesOf = (profile: OwnProfile): ProfileValues => ({
  username: profile.username,
  bio: profile.bio,
  weight: profile.weight_value === null ? '' : String(profile.weight_value),
  unit: profile.weight_unit,
  weightFrom: profile.weight_from,
  area: profile.fishing_area,
})

/** The change of values for a new unit: a valid weight is converted, other input is kept. */
export function unitChange(values: ProfileValues, unit: WeightUnit): Partial<ProfileValues> {
  const parsed = parseWeight(values.weight, values.unit)
  if (!parsed.ok || parsed.value === null) return { unit }
  return { unit, weight: String(convertWeight(parsed.value, values.unit, unit)) }
}
