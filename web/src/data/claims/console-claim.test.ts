import { describe, expect, it } from 'vitest'
import { shipToOf } from './console-claim.ts'

describe('the address of a claim', () => {
  it('is read line by line', () => {
    expect(
      shipToOf({
        full_name: ' Tom Alder ',
        email: 'tom@example.com',
        phone_number: '+1 315 555 0100',
        address_line1: '220 W Water St',
        address_line2: null,
        city: 'Syracuse',
        state: 'NY',
        postal_code: '13202',
        country: 'United States',
      }),
    ).toEqual({
      fullName: 'Tom Alder',
      lines: ['220 W Water St', 'Syracuse, NY 13202', 'United States'],
      phone: '+1 315 555 0100',
      email: 'tom@example.com',
    })
  })

  it('leaves out missing fields', () => {
    expect(shipToOf({ full_name: 'Ivy', city: 'Albany', state: 7 })).toEqual({
      fullName: 'Ivy',
      lines: ['Albany'],
      phone: '',
      email: '',
    })
  })

  it.each([null, 'Albany', 3, undefined])('is undefined when it is %o', (details) => {
    expect(shipToOf(details)).toBeUndefined()
  })
})
