import { describe, expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { profileRow } from '../../testing/rows.ts'
import { type ProfileValues, profileSchema, unitChange, valuesOf } from './profile-schema.ts'

const profile = profileRow({ fishing_area: 'North West' })
const values = (change: Partial<ProfileValues>): ProfileValues => ({ ...valuesOf(profile), ...change })
const wrong = (change: Partial<ProfileValues>) => errorsOf(profileSchema, values(change))

describe('a new unit', () => {
  it('converts unit and weight in one change', () => {
    expect(unitChange(values({}), 'kg')).toEqual({ unit: 'kg', weight: '15.65' })
  })

  it('clamps to the range of the new unit', () => {
    expect(unitChange(values({ weight: '500', unit: 'kg' }), 'lbs')).toEqual({ unit: 'lbs', weight: '1000' })
  })

  it('keeps a text that is not a weight, and keeps a blank field blank', () => {
    expect(unitChange(values({ weight: 'heavy' }), 'kg')).toEqual({ unit: 'kg' })
    expect(unitChange(values({ weight: '' }), 'kg')).toEqual({ unit: 'kg' })
  })
})

describe('the saved profile', () => {
  it('has the name and the area trimmed and the bio unchanged', () => {
    expect(profileSchema.parse(values({ username: ' Tom ', area: ' Kent ', bio: 'Two\nlines ' }))).toMatchObject({
      username: 'Tom',
      bio: 'Two\nlines ',
      weight_value: 34.5,
      weight_unit: 'lbs',
      weight_from: 'typed',
      fishing_area: 'Kent',
    })
  })

  it('does not check a typed weight that the best catch replaces', () => {
    expect(wrong({ weight: 'heavy', weightFrom: 'best' })).toEqual({})
    expect(profileSchema.parse(values({ weightFrom: 'best' })).weight_from).toBe('best')
  })

  it('has no weight when the field is blank', () => {
    expect(profileSchema.parse(values({ weight: ' ' })).weight_value).toBeNull()
  })

  it('accepts texts at their limits and rejects one character more', () => {
    const fish = '🐟'
    expect(wrong({ username: fish.repeat(50), bio: 'b'.repeat(500), area: 'a'.repeat(100) })).toEqual({})
    expect(wrong({ username: fish.repeat(51), bio: 'b'.repeat(501), area: 'a'.repeat(101) })).toEqual({
      username: 'Username must be at most 50 characters long',
      bio: 'Bio must be at most 500 characters long',
      area: 'Primary fishing area must be at most 100 characters long',
    })
  })

  it('requires a name and a weight in range', () => {
    expect(wrong({ username: '  ', weight: '1000.1' })).toEqual({
      username: 'Username is required',
      weight: 'Enter a weight from 0 to 1000 lbs',
    })
  })
})
