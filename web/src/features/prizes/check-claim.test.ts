import { describe, expect, it } from 'vitest'
import { checkClaim, tidyAddress } from './check-claim.ts'
import { emptyDraft } from './claim-draft.ts'

const ADDRESS = {
  ...emptyDraft('tom@carpmail.test').address,
  full_name: 'Tom Alder',
  phone_number: '+1 555 0142',
  address_line1: '220 W Water St',
  city: 'Syracuse',
  state: 'NY',
  postal_code: '13202',
}

describe('a claim', () => {
  it('with a whole address and accepted terms has no errors', () => {
    expect(checkClaim({ address: ADDRESS, accepted: true })).toEqual({})
  })

  it('needs the terms accepted', () => {
    expect(checkClaim({ address: undefined, accepted: false })).toEqual({
      accepted: 'You must accept the terms and conditions',
    })
  })

  it.each(['full_name', 'phone_number', 'email', 'address_line1', 'city', 'state', 'postal_code'] as const)(
    'needs %s, and blanks do not count',
    (field) => {
      expect(Object.keys(checkClaim({ address: { ...ADDRESS, [field]: '   ' }, accepted: true }))).toEqual([field])
    },
  )

  it('needs no second line', () => {
    expect(checkClaim({ address: { ...ADDRESS, address_line2: '' }, accepted: true })).toEqual({})
  })

  it('refuses words without an at sign, and what is too long for the parcel', () => {
    const address = { ...ADDRESS, email: 'tom', postal_code: '1'.repeat(21) }
    expect(Object.keys(checkClaim({ address, accepted: true }))).toEqual(['postal_code', 'email'])
  })
})

it('an address is saved without spaces around it and without characters that nobody sees', () => {
  expect(tidyAddress({ ...ADDRESS, city: '  Syra\u202ecuse\n ' }).city).toBe('Syra cuse')
})
