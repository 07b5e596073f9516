import { describe, expect, it } from 'vitest'
import type { OwnProfile } from '../../data/profile/own-profile-query.ts'
import { checkDraft, draftOf, type ProfileDraft, unitChange, withEdit } from './profile-draft.ts'

const profile: OwnProfile = {
  id: '7c1e',
  username: 'Tom_Withy',
  bio: 'Overnighters after work.',
  avatar_url: '',
  fishing_photos: [],
  weight_value: 34.5,
  weight_unit: 'lbs',
  fishing_area: 'North West',
  badges: [],
}
const saved = draftOf(profile)
const draft = (change: Partial<ProfileDraft>): ProfileDraft => ({ ...saved, ...change })

describe('edits', () => {
  it('hold a field only while it differs from what is saved', () => {
    const edits = withEdit({}, { bio: 'New words' }, saved)
    expect(edits).toEqual({ bio: 'New words' })
    expect(withEdit(edits, { bio: profile.bio }, saved)).toEqual({})
  })

  it('leave the other fields to follow the saved profile', () => {
    const elsewhere = draftOf({ ...profile, fishing_area: 'Kent' })
    expect({ ...elsewhere, ...withEdit({}, { bio: 'New words' }, saved) }).toMatchObject({
      area: 'Kent',
      bio: 'New words',
    })
  })
})

describe('a new unit', () => {
  it('converts the weight and says so in one change', () => {
    expect(unitChange(saved, 'kg')).toEqual({ unit: 'kg', weight: '15.65' })
  })

  it('clamps to what the new unit takes', () => {
    expect(unitChange(draft({ weight: '500', unit: 'kg' }), 'lbs')).toEqual({ unit: 'lbs', weight: '1000' })
  })

  it('keeps words that are no weight, and a blank field blank', () => {
    expect(unitChange(draft({ weight: 'heavy' }), 'kg')).toEqual({ unit: 'kg' })
    expect(unitChange(draft({ weight: '' }), 'kg')).toEqual({ unit: 'kg' })
  })
})

describe('checkDraft', () => {
  it('trims the name and the area and keeps the bio as written', () => {
    expect(checkDraft(draft({ username: ' Tom ', area: ' Kent ', bio: 'Two\nlines ' }))).toEqual({
      ok: true,
      edit: { username: 'Tom', bio: 'Two\nlines ', weight_value: 34.5, weight_unit: 'lbs', fishing_area: 'Kent' },
    })
  })

  it('saves a blank weight as none', () => {
    expect(checkDraft(draft({ weight: ' ' }))).toMatchObject({ ok: true, edit: { weight_value: null } })
  })

  it('accepts every length at its limit and refuses one character more', () => {
    const fish = '🐟'
    const full = draft({ username: fish.repeat(50), bio: 'b'.repeat(500), area: 'a'.repeat(100) })
    expect(checkDraft(full).ok).toBe(true)
    expect(checkDraft(draft({ username: fish.repeat(51), bio: 'b'.repeat(501), area: 'a'.repeat(101) }))).toEqual({
      ok: false,
      errors: {
        username: 'Username must be at most 50 characters long',
        bio: 'Bio must be at most 500 characters long',
        area: 'Primary fishing area must be at most 100 characters long',
      },
    })
  })

  it('refuses a blank name and a weight out of range', () => {
    expect(checkDraft(draft({ username: '  ', weight: '1000.1' }))).toEqual({
      ok: false,
      errors: { username: 'Username is required', weight: 'Enter a weight from 0 to 1000 lbs' },
    })
  })
})
