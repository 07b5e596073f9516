import { LIMITS } from '../../../../contract/src/limits.ts'
import type { OwnProfile } from '../../data/profile/own-profile-query.ts'
import type { ProfileEdit } from '../../data/profile/profile-save-mutation.ts'
import { convertWeight, parseWeight, type WeightUnit } from '../../lib/weight.ts'

/** What stands in the fields; the weight as it was typed. */
export interface ProfileDraft {
  username: string
  bio: string
  weight: string
  unit: WeightUnit
  area: string
}

/** Only the fields that differ from the saved profile, so that a change made elsewhere shows in the others. */
export type ProfileEdits = Partial<ProfileDraft>

export type DraftField = keyof ProfileDraft
export type DraftErrors = Partial<Record<DraftField, string>>

/** The fields of a saved profile. */
export function draftOf(profile: OwnProfile): ProfileDraft {
  return {
    username: profile.username,
    bio: profile.bio,
    weight: profile.weight_value === null ? '' : String(profile.weight_value),
    unit: profile.weight_unit,
    area: profile.fishing_area,
  }
}

/** Adds a change to the edits; a field that is back at its saved value is no edit any more. */
export function withEdit(edits: ProfileEdits, change: ProfileEdits, saved: ProfileDraft): ProfileEdits {
  const all = { ...edits, ...change }
  return Object.fromEntries(
    Object.entries(all).filter(([field, value]) => value !== saved[field as DraftField]),
  ) as ProfileEdits
}

/** The change that a new unit makes: the weight is converted when it is one, else the words stay as they are. */
export function unitChange(draft: ProfileDraft, unit: WeightUnit): ProfileEdits {
  const parsed = parseWeight(draft.weight, draft.unit)
  if (!parsed.ok || parsed.value === null) return { unit }
  return { unit, weight: String(convertWeight(parsed.value, draft.unit, unit)) }
}

export type CheckedDraft = { ok: true; edit: ProfileEdit } | { ok: false; errors: DraftErrors }

/** Checks what is about to be saved. The database checks it again; lengths count characters as it does. */
export function checkDraft(draft: ProfileDraft): CheckedDraft {
  const errors: DraftErrors = {}
  const username = draft.username.trim()
  const area = draft.area.trim()
  const weight = parseWeight(draft.weight, draft.unit)
  if (username === '') errors.username = 'Username is required'
  else if (isLongerThan(username, LIMITS.username)) errors.username = tooLong('Username', LIMITS.username)
  if (isLongerThan(draft.bio, LIMITS.bio)) errors.bio = tooLong('Bio', LIMITS.bio)
  if (isLongerThan(area, LIMITS.fishingArea)) errors.area = tooLong('Primary fishing area', LIMITS.fishingArea)
  if (!weight.ok) errors.weight = weight.reason
  if (!weight.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ok: true,
    edit: { username, bio: draft.bio, weight_value: weight.value, weight_unit: draft.unit, fishing_area: area },
  }
}

const isLongerThan = (text: string, max: number) => [...text].length > max
const tooLong = (what: string, max: number) => `${what} must be at most ${max} characters long`
