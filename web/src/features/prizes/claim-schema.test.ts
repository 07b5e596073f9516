import { describe, expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { addressSchema, type ClaimValues, claimSchema, emptyClaim } from './claim-schema.ts'

const ADDRESS = {
  ...emptyClaim('tom@carpmail.test').address,
  full_name: 'Tom Alder',
  phone_number: '+1 555 0142',
  address_line1: '220 W Water St',
  city: 'Syracuse',
  state: 'NY',
  postal_code: '13202',
}
const wrong = (change: Partial<ClaimValues>, isNew = true) =>
  errorsOf(
    claimSchema(() => isNew),
    { ...emptyClaim(undefined), address: ADDRESS, accepted: true, ...change },
  )

it('starts with the default country and the member’s email', () => {
  expect(emptyClaim('tom@carpmail.test').address).toMatchObject({
    country: 'United States',
    email: 'tom@carpmail.test',
  })
})

describe('a claim', () => {
  it('accepts a complete address with accepted terms', () => {
    expect(wrong({})).toEqual({})
  })

  it('requires accepted terms, and ignores an unused address', () => {
    expect(wrong({ address: emptyClaim(undefined).address, accepted: false }, false)).toEqual({
      accepted: 'You must accept the terms and conditions',
    })
  })

  it.each(['full_name', 'phone_number', 'email', 'address_line1', 'city', 'state', 'postal_code'] as const)(
    'requires %s, which must not be blank',
    (field) => {
      expect(Object.keys(wrong({ address: { ...ADDRESS, [field]: '   ' } }))).toEqual([`address.${field}`])
    },
  )

  it('does not require a second line', () => {
    expect(wrong({ address: { ...ADDRESS, address_line2: '' } })).toEqual({})
  })

  it('refuses an email without an at sign, and texts that are too long', () => {
    expect(wrong({ address: { ...ADDRESS, email: 'tom', postal_code: '1'.repeat(21) } })).toEqual({
      'address.email': 'Enter an email address',
      'address.postal_code': 'Use 20 characters at most',
    })
  })
})

it('an address is saved without surrounding spaces and invisible characters', () => {
  expect(addressSchema.parse({ ...ADDRESS, city: '  Syra\u202ecuse\n ' }).city).toBe('Syra cuse')
})
